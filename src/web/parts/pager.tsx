import { usePages } from './list-address.ts'

/** Turns the pages of a list, whose address keeps where the reader is; nothing where there is one page. */
export const Pager = ({ of, next }: { of: string; next: string | null }) => {
  const pages = usePages()
  if (!next && pages.isFirst) return null
  return (
    <nav className="pager" aria-label={`Pages of ${of}`}>
      {!pages.isFirst && (
        <button type="button" className="button button-small" onClick={pages.previous ?? pages.first}>
          {pages.previous ? 'Previous' : 'First page'}
        </button>
      )}
      <button
        type="button"
        className="button button-small"
        aria-disabled={!next}
        onClick={() => next && pages.next(next)}
      >
        Next
      </button>
    </nav>
  )
}
