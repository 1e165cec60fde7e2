import { type Answers, type AnswerShape, type Endpoint, none, paramNames } from './endpoint.ts'
import { fault, refusal, wrongAnswers } from './resource.ts'

/** Meaning of each refusal by status (the interface's table of errors), and of `202`. */
export const REFUSAL_TEXTS: Readonly<Record<number, string>> = {
  202: 'Proposed: it waits for somebody’s approval, and nothing is done before',
  304: 'As it was: the answer that If-None-Match names still holds',
  400: 'Not understood: malformed, or an unknown word or value in the query',
  401: 'Nobody is signed in, or the name, password or code is wrong',
  403: 'Not allowed',
  404: 'Not there, or not to be seen',
  409: 'The status, the window or the version does not allow it, or an identical item exists',
  413: 'Too large',
  415: 'Of a type that is not accepted',
  422: 'The answers fail validation',
  429: 'Too many requests; Retry-After says when to try again',
  500: 'A fault of ours',
  503: 'Something cannot be reached, or the market is very busy; try again',
}

/** Every answer of an endpoint by status: those it names, and the refusals that follow from what it is. */
export const everyAnswer = ({ path, method, access, body, kept, answers }: Endpoint): Answers => {
  const isForSome = access !== 'anyone' && access !== 'visitor'
  const refusals: readonly (readonly [status: number, follows: boolean, shape: AnswerShape])[] = [
    [304, kept !== undefined, none],
    [400, true, refusal],
    [401, isForSome, refusal],
    [403, isForSome || method !== 'GET', refusal],
    [404, paramNames(path).length > 0, refusal],
    [413, method !== 'GET', refusal],
    [415, method !== 'GET', refusal],
    [422, body !== undefined, wrongAnswers],
    [429, true, refusal],
    [500, true, fault],
    [503, true, refusal],
  ]
  const following = refusals.filter(([, follows]) => follows).map(([status, , shape]) => [status, shape])
  return { ...Object.fromEntries(following), ...answers }
}
