import { useQuery } from '@tanstack/react-query'
import { checkLog, type LogCheckView } from '#contract/system/system'
import { fetchAnswer } from '../../api/api.ts'
import { PlainNumber } from '../../parts/values/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Notice } from '../../parts/page/notice.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'

const Fault = ({ seq, to, why, explanation }: LogCheckView['faults'][number]) => (
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

const Found = ({ check: { ok, length, hash, faults, more } }: { check: LogCheckView }) => {
  const isExplained = more === 0 && faults.every(({ explanation }) => explanation !== null)
  return (
    <>
      {ok ? (
        <Notice role="status">
          <p>The log is intact: every entry follows from the one before.</p>
        </Notice>
      ) : (
        <Notice tone={isExplained ? 'warn' : 'bad'} role="alert">
          <p>
            {isExplained
              ? 'The log is intact, except for what is explained here:'
              : 'The log has been changed:'}
          </p>
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
          ['Entries', <PlainNumber key="entries" value={length} />],
          ['Seal of the last entry', <code key="seal">{hash}</code>],
        ]}
      />
    </>
  )
}

/** Verifies the hash chain of the activity log on request, because it takes a while. */
export const LogTab = () => {
  const check = useQuery({
    queryKey: ['log check'],
    queryFn: ({ signal }) => fetchAnswer(checkLog, {}, signal),
    enabled: false,
    retry: false,
  })
  return (
    <div className="stack measure">
      <p>Each entry in the activity log has a seal, calculated from the entry and the seal before it.</p>
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
