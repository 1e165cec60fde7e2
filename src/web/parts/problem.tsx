import { Notice } from './notice.tsx'

/** Something could not be loaded: what the server said, and a way to try again. */
export const Problem = ({ error, retry }: { error: Error; retry?: () => void }) => (
  <Notice tone="bad" role="alert">
    <p>{error.message || 'An unknown error occurred'}</p>
    {retry && (
      <button type="button" className="button button-small" onClick={retry}>
        Try again
      </button>
    )}
  </Notice>
)
