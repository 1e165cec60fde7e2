import { useQuery } from '@tanstack/react-query'
import { checkLog, type LogCheck } from '#contract/system'
import { fetchAnswer } from '../../api.ts'
import { Num } from '../../parts/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Notice } from '../../parts/notice.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'

const Found = ({ check }: { check: LogCheck }) =>
  check.ok ? (
    <>
      <Notice role="status">
        <p>The log is whole: every entry follows from the one before.</p>
      </Notice>
      <KeyValues
        as="list"
        facts={[
          ['Entries', <Num key="entries" value={check.length} />],
          ['Seal of the last entry', <code key="seal">{check.hash}</code>],
        ]}
      />
    </>
  ) : (
    <Notice tone="bad" role="alert">
      <p>
        The log has been changed from entry {check.seq} on: {check.why}
      </p>
    </Notice>
  )

/** Recomputes the chain of the activity log when asked, since it takes a while. */
export const LogTab = () => {
  const check = useQuery({
    queryKey: ['log check'],
    queryFn: ({ signal }) => fetchAnswer(checkLog, {}, signal),
    enabled: false,
    retry: false,
  })
  return (
    <div className="stack measure">
      <p>Each entry of the activity log carries a seal made of the entry and the seal before it.</p>
      <div>
        <button
          type="button"
          className="button button-primary"
          aria-disabled={check.isFetching}
          onClick={() => {
            if (!check.isFetching) void check.refetch()
          }}
        >
          {check.isFetching ? 'Checking' : 'Check the log'}
        </button>
      </div>
      {(check.data ?? check.error) && (
        <QueryBoundary query={check}>{found => <Found check={found} />}</QueryBoundary>
      )}
    </div>
  )
}
