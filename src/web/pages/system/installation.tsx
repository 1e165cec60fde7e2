import { readVersion } from '#contract/system'
import { useAnswer } from '../../api.ts'
import { DayText } from '../../parts/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'

/** What runs here, and since when. */
export const Installation = () => (
  <QueryBoundary query={useAnswer(readVersion, {})}>
    {({ version, node, database, migration, startedAt }) => (
      <div className="measure">
        <KeyValues
          as="list"
          facts={[
            ['Version', version],
            ['Node', node],
            ['PostgreSQL', database],
            ['Last migration', migration],
            ['Running since', <DayText key="since" day={startedAt} time />],
          ]}
        />
      </div>
    )}
  </QueryBoundary>
)
