import { type ProblemCode, problems } from '@kazna/contract/shared/problems';

/**
 * Every kind of caller. All of them ask about one organization: `removed` was its owner and is no longer in it, `stranger`
 * has another one, and the last three are staff with no part in it.
 */
export const callers = [
  'anonymous',
  'stranger',
  'removed',
  'member',
  'accountant',
  'admin',
  'owner',
  'support',
  'finance',
  'staffAdmin',
] as const;
export type CallerName = (typeof callers)[number];

/** Answers by caller: a status or a problem code. Written from what the product promises, independently of the code. */
const table = `
                          anonymous stranger removed member accountant admin owner support finance staffAdmin

  getLiveness                   200      200     200    200        200   200   200     200     200      200
  getReadiness                  200      200     200    200        200   200   200     200     200      200
  getInfo                       200      200     200    200        200   200   200     200     200      200
  getLegalText                  200      200     200    200        200   200   200     200     200      200
  signUp                        201      201     201    201        201   201   201     201     201      201
  verifyEmail                   200      200     200    200        200   200   200     200     200      200
  verifyEmailByPassword         200      200     200    200        200   200   200     200     200      200
  readInvitation                200      200     200    200        200   200   200     200     200      200
  signUpInvited                 201      201     201    201        201   201   201     201     201      201
  resendVerification            204      204     204    204        204   204   204     204     204      204
  signIn                        200      200     200    200        200   200   200     200     200      200
  forgotPassword                204      204     204    204        204   204   204     204     204      204
  resetPassword                 204      204     204    204        204   204   204     204     204      204
  unsubscribe                   200      200     200    200        200   200   200     200     200      200
  receiveNotification           200      200     200    200        200   200   200     200     200      200
  returnFromBinding             303      303     303    303        303   303   303     303     303      303
  returnFromProvider            303      303     303    303        303   303   303     303     303      303

  signOut                       401      204     204    204        204   204   204     204     204      204
  refresh                       401      200     200    200        200   200   200     200     200      200
  refreshWithOrganization       401      404     404    200        200   200   200     404     404      404
  followChanges                 401      200     200    200        200   200   200     200     200      200

  getProfile                    401      200     200    200        200   200   200     200     200      200
  updateProfile                 401      200     200    200        200   200   200     200     200      200
  acceptDocuments               401      204     204    204        204   204   204     204     204      204
  changePassword                401      204     204    204        204   204   204     204     204      204
  changeEmail                   401      200     200    200        200   200   200     200     200      200
  resendEmailChange             401      204     204    204        204   204   204     204     204      204
  cancelEmailChange             401      204     204    204        204   204   204     204     204      204
  exportProfile                 401      200     200    200        200   200   200     200     200      200
  deleteProfile                 401      204     204    204        204   204   last_owner  204  204      account_is_admin
  confirmIdentity               401      204     204    204        204   204   204     204     204      204
  listSessions                  401      200     200    200        200   200   200     200     200      200
  endSession                    401      204     204    204        204   204   204     204     204      204
  endOtherSessions              401      204     204    204        204   204   204     204     204      204
  startSecondFactor             401      200     200    200        200   200   200     200     200      200
  confirmSecondFactor           401      200     200    200        200   200   200     200     200      200
  disableSecondFactor           401      204     204    204        204   204   204     204     204      204
  getReferrals                  401      200     200    200        200   200   200     200     200      200
  listReceivedInvitations       401      200     200    200        200   200   200     200     200      200
  acceptInvitation              401      200     200    200        200   200   200     200     200      200
  listNotifications             401      200     200    200        200   200   200     200     200      200
  readNotifications             401      200     200    200        200   200   200     200     200      200
  getNotificationPreferences    401      200     200    200        200   200   200     200     200      200
  setNotificationPreferences    401      404     404    204        204   204   204     404     404      404
  declineInvitation             401      204     204    204        204   204   204     204     204      204

  listOrganizations             401      200     200    200        200   200   200     200     200      200
  createOrganization            401      201     201    201        201   201   201     201     201      201
  getOrganization               401      404     404    200        200   200   200     404     404      404
  updateOrganization            401      404     404    403        403   403   200     404     404      404
  getClosing                    401      404     404    403        403   403   200     404     404      404
  closeOrganization             401      404     404    403        403   403   204     404     404      404
  listMembers                   401      404     404    403        403   200   200     404     404      404
  changeMemberRole              401      404     404    403        403   204   204     404     404      404
  removeMember                  401      404     404    403        403   204   204     404     404      404
  leaveOrganization             401      404     404    204        204   204   last_owner  404  404      404
  transferOwnership             401      404     404    403        403   403   204     404     404      404
  listInvitations               401      404     404    403        403   200   200     404     404      404
  inviteMember                  401      404     404    403        403   201   201     404     404      404
  revokeInvitation              401      404     404    403        403   204   204     404     404      404
  resendInvitation              401      404     404    403        403   204   204     404     404      404
  listAudit                     401      404     404    403        403   200   200     404     404      404
  getBalance                    401      404     404    200        200   200   200     404     404      404
  getLowBalance                 401      404     404    200        200   200   200     404     404      404
  setLowBalance                 401      404     404    403        204   204   204     404     404      404
  listEntries                   401      404     404    200        200   200   200     404     404      404
  getEntryTotals                401      404     404    200        200   200   200     404     404      404
  exportEntries                 401      404     404    403        200   200   200     404     404      404
  getChargeDetails              401      404     404    200        200   200   200     404     404      404
  getSpending                   401      404     404    200        200   200   200     404     404      404
  getDashboard                  401      404     404    200        200   200   200     404     404      404

  listPayments                  401      200     404    200        200   200   200     200     200      200
  getPaymentTotals              401      200     404    200        200   200   200     200     200      200
  createPayment                 401      201     404    201        201   201   201     201     201      201
  exportPayments                401      200     404    403        200   200   200     200     200      200
  getPayment                    401      404     404    200        200   200   200     404     404      404
  cancelPayment                 401      404     404    200        200   200   200     404     404      404
  refundPayment                 401      404     404    403        201   201   201     404     404      404

  getInvoiceReadiness           401      200     404    200        200   200   200     200     200      200
  listPaymentMethods            401      200     404    403        200   200   200     200     200      200
  savePaymentMethod             401      201     404    403        201   201   201     201     201      201
  removePaymentMethod           401      404     404    403        204   204   204     404     404      404
  setDefaultPaymentMethod       401      404     404    403        204   204   204     404     404      404

  getAutoTopUp                  401      404     404    403        200   200   200     404     404      404
  setAutoTopUp                  401      404     404    403        200   200   200     404     404      404
  previewAutoTopUp              401      404     404    403        200   200   200     404     404      404
  deleteAutoTopUp               401      404     404    403        204   204   204     404     404      404

  createInvoice                 401      201     404  201  201   201   201     requisites_required  requisites_required  requisites_required
  getInvoice                    401      404     404    200        200   200   200     404     404      404
  cancelInvoice                 401      404     404    200        200   200   200     404     404      404
  listDocuments                 401      200     404    200        200   200   200     200     200      200
  getDocumentFile               401      404     404    200        200   200   200     404     404      404
  listBankTransfers             401      200     404    200        200   200   200     200     200      200
  getBankTransferTotals         401      200     404    200        200   200   200     200     200      200
  exportBankTransfers           401      200     404    403        200   200   200     200     200      200
  listBankReturns               401      404     404    200        200   200   200     404     404      404
  requestBankReturn             401      404     404    403        201   201   201     404     404      404
  sendDocument                  401      404     404    204        204   204   204     404     404      404
  createReconciliation          401      201     404    403        201   201   201     buyer_requisites_required  buyer_requisites_required  buyer_requisites_required
  closeMonth                    401      nothing_to_close  404  403  201   201   201     buyer_requisites_required  buyer_requisites_required  buyer_requisites_required

  getOverview                   404      404     404    404        404   404   404     200     200      200
  listUsers                     404      404     404    404        404   404   404     200     200      200
  getUser                       404      404     404    404        404   404   404     200     200      200
  updateUser                    404      404     404    404        404   404   404     403     403      200
  endUserSessions               404      404     404    404        404   404   404     403     403      204
  disableUserSecondFactor       404      404     404    404        404   404   404     403     403      204
  listAllOrganizations          404      404     404    404        404   404   404     200     200      200
  getOrganizationAsStaff            404      404     404    404        404   404   404     200     200      200
  updateOrganizationAsStaff         404      404     404    404        404   404   404     403     403      200
  listEntriesAsStaff                404      404     404    404        404   404   404     200     200      200
  listChargesAsStaff                404      404     404    404        404   404   404     200     200      200
  listHoldsAsStaff                  404      404     404    404        404   404   404     200     200      200
  adjustBalance                 404      404     404    404        404   404   404     403     201      201
  setCreditLimit                404      404     404    404        404   404   404     403     204      204
  listAllPayments               404      404     404    404        404   404   404     200     200      200
  resolvePayment                404      404     404    404        404   404   404     403     200      200
  refundPaymentAsStaff              404      404     404    404        404   404   404     403     201      201
  listUndecidedRefunds             404      404     404    404        404   404   404     200     200      200
  listAllBankReturns            404      404     404    404        404   404   404     200     200      200
  markBankReturned              404      404     404    404        404   404   404     403     204      204
  declineBankReturn             404      404     404    404        404   404   404     403     204      204
  resolveRefund                 404      404     404    404        404   404   404     403     204      204
  listAllAudit                  404      404     404    404        404   404   404     200     200      200
  listFailedJobs                404      404     404    404        404   404   404     200     200      200
  retryJob                      404      404     404    404        404   404   404     403     403      204
  getBusiness                   404      404     404    404        404   404   404     200     200      200
  updateBusiness                404      404     404    404        404   404   404     403     403      200
  listMonthlyDocuments          404      404     404    404        404   404   404     200     200      200
  getMonthlyTotals              404      404     404    404        404   404   404     200     200      200
  exportMonthlyRegister         404      404     404    404        404   404   404     200     200      200
  getDocumentFileAsStaff        404      404     404    404        404   404   404     200     200      200
  correctDocument               404      404     404    404        404   404   404     403     201      201
  closeMonthOf                  404      404     404    404        404   404   404     403     201      201
  uploadBankStatement           404      404     404    404        404   404   404     403     201      201
  listBankStatements            404      404     404    404        404   404   404     200     200      200
  getBankStatement              404      404     404    404        404   404   404     200     200      200
  postBankStatement             404      404     404    404        404   404   404     403     200      200
  discardBankStatement          404      404     404    404        404   404   404     403     204      204
  undoBankStatement             404      404     404    404        404   404   404     403     200      200
  listUnidentifiedReceipts      404      404     404    404        404   404   404     200     200      200
  assignReceipt                 404      404     404    404        404   404   404     403     204      204
  returnReceipt                 404      404     404    404        404   404   404     403     204      204
  listInvoicesAsStaff               404      404     404    404        404   404   404     200     200      200
  cancelInvoiceAsStaff              404      404     404    404        404   404   404     403     204      204
  listKeys                      404      404     404    404        404   404   404     403     403      200
  createKey                     404      404     404    404        404   404   404     403     403      201
  rollKey                       404      404     404    404        404   404   404     403     403      200
  revokeKey                     404      404     404    404        404   404   404     403     403      204
  listWebhooks                  404      404     404    404        404   404   404     403     403      200
  createWebhook                 404      404     404    404        404   404   404     403     403      201
  updateWebhook                 404      404     404    404        404   404   404     403     403      200
  deleteWebhook                 404      404     404    404        404   404   404     403     403      204
  renewWebhookSecret            404      404     404    404        404   404   404     403     403      200
  testWebhook                   404      404     404    404        404   404   404     403     403      201
  listDeliveries                404      404     404    404        404   404   404     403     403      200
  getDelivery                   404      404     404    404        404   404   404     403     403      200
  replayDelivery                404      404     404    404        404   404   404     403     403      200
  replayFailed                  404      404     404    404        404   404   404     403     403      200
`;

export interface Expected {
  status: number;
  code?: ProblemCode;
}

const usualCodes: Record<string, ProblemCode> = { 401: 'unauthorized', 403: 'forbidden', 404: 'not_found' };

function readCell(cell: string): Expected {
  if (cell in problems) return { status: problems[cell as ProblemCode][0], code: cell as ProblemCode };
  const code = usualCodes[cell];
  return { status: Number(cell), ...(code && { code }) };
}

const [head = [], ...lines] = table
  .split('\n')
  .map((line) => line.split(/\s+/).filter(Boolean))
  .filter((cells) => cells.length > 0);

function readLine([name = '', ...cells]: string[]): [string, Record<CallerName, Expected>] {
  if (cells.length !== callers.length) throw new Error(`${name} has ${cells.length} cells`);
  const expected = head.map((caller, at) => [caller, readCell(cells[at] as string)]);
  return [name, Object.fromEntries(expected) as Record<CallerName, Expected>];
}

export const accessTable: [name: string, expected: Record<CallerName, Expected>][] = lines.map(readLine);

export function callerWhoMay(name: string): Exclude<CallerName, 'anonymous'> {
  const expected = accessTable.find(([line]) => line === name)?.[1];
  const signedIn = callers.filter((caller) => caller !== 'anonymous');
  const found = ['owner' as const, ...signedIn].find((caller) => expected && !expected[caller].code);
  if (!found) throw new Error(`no caller may call ${name}`);
  return found;
}
