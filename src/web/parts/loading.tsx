/** Grey lines in the place of what is coming. */
export const Loading = ({ lines = 5, what = 'Loading' }: { lines?: number; what?: string }) => (
  <div className="skeleton" role="status">
    <span className="sr-only">{what}</span>
    {Array.from({ length: lines }, (_, line) => (
      <i key={line} />
    ))}
  </div>
)
