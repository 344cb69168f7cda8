import * as accounts from './accounts.ts';
import type { Endpoint } from './endpoint.ts';
import * as health from './health.ts';
import * as info from './info.ts';
import * as profile from './profile.ts';

/** The whole interface of the server. Its name in this table is the endpoint's `operationId`. */
export const endpoints = {
  signUp: accounts.signUp,
  verifyEmail: accounts.verifyEmail,
  resendVerification: accounts.resendVerification,
  signIn: accounts.signIn,
  forgotPassword: accounts.forgotPassword,
  resetPassword: accounts.resetPassword,
  signOut: accounts.signOut,
  refresh: accounts.refresh,
  refreshWithOrganization: accounts.refreshWithOrganization,
  getProfile: profile.getProfile,
  getInfo: info.getInfo,
  getLegalText: info.getLegalText,
  getLiveness: health.getLiveness,
  getReadiness: health.getReadiness,
} satisfies Record<string, Endpoint>;
