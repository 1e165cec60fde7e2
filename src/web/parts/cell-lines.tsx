import type { ReactElement } from 'react'

/**
 * Lines of a table cell, each with a key: the first few are visible and the others unfold. If only one more
 * would be hidden, it is shown, because the button would take as much space.
 */
export const CellLines = ({
  lines,
  atFirst = 1,
  more = many => `and ${many} more`,
}: {
  lines: readonly ReactElement[]
  atFirst?: number
  /** Label of the button that unfolds the hidden lines. */
  more?: (many: number) => string
}) => {
  const others = lines.slice(atFirst)
  if (others.length <= 1) return lines
  return (
    <>
      {lines.slice(0, atFirst)}
      <details className="cell-more">
        <summary className="quiet small">{more(others.length)}</summary>
        {others}
      </details>
    </>
  )
}
