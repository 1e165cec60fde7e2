import { type CountCheckView, type BackupRun, readVersion } from '#contract/system/system'
import type { MarketFounding } from '#domain/people/founding'
import { useAnswer } from '../../api/api.ts'
import { DayText } from '../../parts/values/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Notice } from '../../parts/page/notice.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { ClockNotice } from './clock-notice.tsx'
import { uploadSizeText } from '../../parts/texts.ts'
import { VerificationResult } from './verification.tsx'
import { currentTime } from '../../api/clock.ts'

const FOUNDED_AS: Record<MarketFounding, string> = { real: 'A real market', demonstration: 'A demonstration' }

/** Time and result of the last run; if it failed, also the time of the last success. */
const Done = ({ of: { at, wholeAt, ok, result } }: { of: BackupRun }) => (
  <>
    <DayText day={at} time />: {result}
    {!ok && (
      <>
        {'. '}
        {wholeAt ? (
          <>
            It last succeeded on <DayText day={wholeAt} time />
          </>
        ) : (
          'It has never succeeded'
        )}
      </>
    )}
  </>
)

const OLD_MS = 2 * 86_400_000

/** Failed or missing precautions, with what to do; nothing if there are none. */
const Alarm = ({ backup, rehearsal }: { backup: BackupRun | null; rehearsal: BackupRun | null }) => {
  if (!backup)
    return (
      <Notice tone="bad" role="alert">
        <p>
          <b>There is no backup of this market.</b> If this machine is lost, everything in it is lost. Set
          BACKUP_DIR, or run <code>npm run backup</code> now.
        </p>
      </Notice>
    )
  if (!backup.ok)
    return (
      <Notice tone="bad" role="alert">
        <p>
          <b>The last backup failed.</b> Everything since the previous backup could be lost. Fix the error
          shown below and run <code>npm run backup</code>.
        </p>
      </Notice>
    )
  if (Date.parse(currentTime()) - Date.parse(backup.at) > OLD_MS)
    return (
      <Notice tone="bad" role="alert">
        <p>
          <b>The last backup is old.</b> Everything since then could be lost. Set BACKUP_DIR, or run{' '}
          <code>npm run backup</code> now.
        </p>
      </Notice>
    )
  if (rehearsal?.ok) return null
  return (
    <Notice tone="warn" role="alert">
      <p>
        <b>
          {rehearsal
            ? 'The last restore test failed.'
            : 'No one has tested whether a backup can be restored.'}
        </b>{' '}
        Run <code>npm run verify-backup -- BACKUP --rehearse</code>.
      </p>
    </Notice>
  )
}

const Counted = ({ of: { at, ok, faults } }: { of: CountCheckView }) => (
  <>
    <DayText day={at} time />:{' '}
    {ok ? 'all correct' : `${faults} wrong. To correct them, run npm run rebuild-counts`}
  </>
)

/** Running version with its start, and its backups. */
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
      backup,
      rehearsal,
      counts,
      land,
      verification,
      verifiedUpTo,
      clock,
    }) => (
      <div className="stack measure">
        <ClockNotice clock={clock} />
        {founded !== 'demonstration' && <Alarm backup={backup} rehearsal={rehearsal} />}
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
            ['Last backup', backup ? <Done key="backup" of={backup} /> : 'Never'],
            ['Size of the last backup', backup?.size ? uploadSizeText(backup.size) : 'None'],
            ['Last restore test', rehearsal ? <Done key="rehearsal" of={rehearsal} /> : 'Never'],
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
