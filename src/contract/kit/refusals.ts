import { type Answers, type ResponseShape, type Endpoint, noContentResponse, paramNames } from './endpoint.ts'
import { internalError, refusal, fieldErrors } from './resource.ts'

/** Meaning of each refusal by status (the interface's table of errors), and of `202`. */
export const REFUSAL_TEXTS: Readonly<Record<number, string>> = {
  202: 'Proposed: nothing happens until someone approves it',
  304: 'Not modified: the answer named in If-None-Match is still current',
  400: 'Malformed request, or unknown parameter or value in the query',
  401: 'Not signed in, or wrong user name, password or code',
  403: 'Not allowed',
  404: 'Not found, or you may not see it',
  409: 'Not possible in this status, outside the registration window or with an outdated version, or an identical item exists',
  413: 'Too large',
  415: 'Content type not accepted',
  422: 'Answers failed validation',
  429: 'Too many requests; Retry-After says when to try again',
  500: 'Internal error',
  503: 'A service cannot be reached, or the market is very busy; try again',
}

/** All answers of an endpoint by status: its own, and the refusals that follow from its definition. */
export const allResponsesOfEndpoint = ({ path, method, access, body, kept, answers }: Endpoint): Answers => {
  const isForSome = access !== 'anyone'
  const refusals: readonly (readonly [status: number, follows: boolean, shape: ResponseShape])[] = [
    [304, kept !== undefined, noContentResponse],
    [400, true, refusal],
    [401, isForSome, refusal],
    [403, isForSome || method !== 'GET', refusal],
    [404, paramNames(path).length > 0, refusal],
    [413, method !== 'GET', refusal],
    [415, method !== 'GET', refusal],
    [422, body !== undefined, fieldErrors],
    [429, true, refusal],
    [500, true, internalError],
    [503, true, refusal],
  ]
  const following = refusals.filter(([, follows]) => follows).map(([status, , shape]) => [status, shape])
  return { ...Object.fromEntries(following), ...answers }
}
