import { isApiProblem } from '../api-problem.ts'
import { Notice } from './notice.tsx'

/** A refusal stays one however often one asks; a failure may pass. */
const mayPass = (error: Error): boolean => !isApiProblem(error) || error.status >= 500 || error.status === 429

/** Something could not be loaded: what the server said, and a way to try again where that may help. */
export const Problem = ({ error, retry }: { error: Error; retry?: () => void }) => (
  <Notice tone="bad" role="alert">
    <p>{error.message || 'An unknown error occurred'}</p>
    {retry && mayPass(error) && (
      <button type="button" className="button button-small" onClick={retry}>
        Try again
      </button>
    )}
  </Notice>
)
