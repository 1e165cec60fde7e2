import { useQuery } from '@tanstack/react-query'
import { checkLog, type LogCheck } from '#contract/system'
import { fetchAnswer } from '../../api.ts'
import { Num } from '../../parts/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Notice } from '../../parts/notice.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'

const Fault = ({ seq, to, why, explanation }: LogCheck['faults'][number]) => (
  <li>
    {seq === to ? `Entry ${seq} ${why}.` : `Entries ${seq} to ${to} ${why}.`}{' '}
    {explanation ? (
      <span className="quiet">
        Explained in entry {explanation.seq}: {explanation.text}
      </span>
    ) : (
      <b>Not explained.</b>
    )}
  </li>
)

const Found = ({ check: { ok, length, hash, faults, more } }: { check: LogCheck }) => {
  const isExplained = more === 0 && faults.every(({ explanation }) => explanation !== null)
  return (
    <>
      {ok ? (
        <Notice role="status">
          <p>The log is whole: every entry follows from the one before.</p>
        </Notice>
      ) : (
        <Notice tone={isExplained ? 'warn' : 'bad'} role="alert">
          <p>{isExplained ? 'The log is whole but for what is explained:' : 'The log has been changed:'}</p>
          <ul>
            {faults.map(fault => (
              <Fault key={`${fault.seq} ${fault.why}`} {...fault} />
            ))}
            {more > 0 && <li>And {more} more.</li>}
          </ul>
        </Notice>
      )}
      <KeyValues
        as="list"
        facts={[
          ['Entries', <Num key="entries" value={length} />],
          ['Seal of the last entry', <code key="seal">{hash}</code>],
        ]}
      />
    </>
  )
}

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
