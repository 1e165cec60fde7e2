import { type CountCheckView, readVersion } from '#contract/system/system'
import type { MarketFounding } from '#domain/people/founding'
import { useAnswer } from '../../api/api.ts'
import { DayText } from '../../parts/values/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { ClockNotice } from './clock-notice.tsx'
import { VerificationResult } from './verification.tsx'

const FOUNDED_AS: Record<MarketFounding, string> = { real: 'A real market', demonstration: 'A demonstration' }

const Counted = ({ of: { at, ok, faults } }: { of: CountCheckView }) => (
  <>
    <DayText day={at} time />:{' '}
    {ok ? 'all correct' : `${faults} wrong. To correct them, run npm run rebuild-counts`}
  </>
)

/** Running version with its start, and its last checks. */
export const InstallationSection = () => (
  <QueryBoundary query={useAnswer(readVersion, {})}>
    {({
      version,
      node,
      database,
      embedded,
      migration,
      founded,
      startedAt,
      counts,
      land,
      verification,
      verifiedUpTo,
      clock,
    }) => (
      <div className="stack measure">
        <ClockNotice clock={clock} />
        <KeyValues
          as="list"
          facts={[
            ['Version', version],
            ['Node', node],
            ['PostgreSQL', `${database}, ${embedded ? 'embedded' : 'on the server in DATABASE_URL'}`],
            ['Last migration', migration],
            ['Founded as', founded && FOUNDED_AS[founded]],
            ['Time in the database', <DayText key="clock" day={clock.at} time />],
            ['Running since', <DayText key="since" day={startedAt} time />],
            ['Last check of counts', counts ? <Counted key="counts" of={counts} /> : 'Never'],
            [
              'Last check of certified land',
              land ? (
                <span key="land">
                  <DayText day={land.at} time />: {land.result}
                </span>
              ) : (
                'Never'
              ),
            ],
          ]}
        />
        <VerificationResult of={verification} upTo={verifiedUpTo} />
      </div>
    )}
  </QueryBoundary>
)
