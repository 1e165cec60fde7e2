import type { Action, Answers } from '../kit/action.ts'

/** The question whose answer is a site boundary, among some answers to the questions of a form; null where there is none. */
export const siteAskedBy = ({ fields }: Pick<Action, 'fields'>, answers: Answers): string | null =>
  Object.entries(fields).find(
    ([name, { type, reads }]) => answers[name] && (type === 'Corners' || reads === 'outline'),
  )?.[0] ?? null
