/** Problems that the browser raises by itself: the texts of all others come with the server's answers. */
export const ownProblems = {
  unauthorized: [401, 'Нужен вход', 'Войдите, чтобы продолжить.'],
  unavailable: [503, 'Сервис недоступен', 'Сервис временно недоступен. Ничего не потеряно, повторите через минуту.'],
} as const;

/** The body that the server would send for it. */
export function ownProblem<Code extends keyof typeof ownProblems>(code: Code) {
  const [status, title, detail] = ownProblems[code];
  return { status, title, detail, code };
}
