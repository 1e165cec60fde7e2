import { readVersion } from '#contract/system'
import type { Founding } from '#domain/founding'
import { useAnswer } from '../../api.ts'
import { DayText } from '../../parts/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'

const FOUNDED_AS: Record<Founding, string> = { real: 'A real market', demonstration: 'A demonstration' }

/** What runs here, and since when. */
export const Installation = () => (
  <QueryBoundary query={useAnswer(readVersion, {})}>
    {({ version, node, database, migration, founded, startedAt }) => (
      <div className="measure">
        <KeyValues
          as="list"
          facts={[
            ['Version', version],
            ['Node', node],
            ['PostgreSQL', database],
            ['Last migration', migration],
            ['Founded as', founded && FOUNDED_AS[founded]],
            ['Running since', <DayText key="since" day={startedAt} time />],
          ]}
        />
      </div>
    )}
  </QueryBoundary>
)
