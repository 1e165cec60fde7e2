import { type CountCheck, type Precaution, readVersion } from '#contract/system'
import type { Founding } from '#domain/founding'
import { useAnswer } from '../../api.ts'
import { DayText } from '../../parts/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Notice } from '../../parts/notice.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { ClockNotice } from './clock-notice.tsx'
import { sizeOf } from './size-of.ts'
import { Verified } from './verification.tsx'

const FOUNDED_AS: Record<Founding, string> = { real: 'A real market', demonstration: 'A demonstration' }

/** When something was done last, and what came of it; if nothing good did, when it went well last. */
const Done = ({ of: { at, wholeAt, ok, result } }: { of: Precaution }) => (
  <>
    <DayText day={at} time />: {result}
    {!ok && (
      <>
        {'. '}
        {wholeAt ? (
          <>
            It went well last on <DayText day={wholeAt} time />
          </>
        ) : (
          'It has never gone well'
        )}
      </>
    )}
  </>
)

const OLD_MS = 2 * 86_400_000

/** What is wrong with the precautions, in words that make one act; nothing while all is well. */
const Alarm = ({ backup, rehearsal }: { backup: Precaution | null; rehearsal: Precaution | null }) => {
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
          <b>The last backup failed.</b> What has been done since the one before would be lost: put right what
          it says below and run <code>npm run backup</code>.
        </p>
      </Notice>
    )
  if (Date.now() - Date.parse(backup.at) > OLD_MS)
    return (
      <Notice tone="bad" role="alert">
        <p>
          <b>The last backup is old.</b> Everything that has been done since would be lost: set BACKUP_DIR, or
          run <code>npm run backup</code> now.
        </p>
      </Notice>
    )
  if (rehearsal?.ok) return null
  return (
    <Notice tone="warn" role="alert">
      <p>
        <b>
          {rehearsal
            ? 'The last rehearsal of a restore failed.'
            : 'Nobody has tried whether a backup can be restored.'}
        </b>{' '}
        Run <code>npm run verify-backup -- BACKUP --rehearse</code>.
      </p>
    </Notice>
  )
}

const Counted = ({ of: { at, ok, faults } }: { of: CountCheck }) => (
  <>
    <DayText day={at} time />: {ok ? 'all are right' : `${faults} are wrong. Run npm run rebuild-counts`}
  </>
)

/** What runs here, since when, and how it is kept safe. */
export const Installation = () => (
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
            ['PostgreSQL', `${database}, ${embedded ? 'embedded' : 'the server of DATABASE_URL'}`],
            ['Last migration', migration],
            ['Founded as', founded && FOUNDED_AS[founded]],
            ['Time in the database', <DayText key="clock" day={clock.at} time />],
            ['Running since', <DayText key="since" day={startedAt} time />],
            ['Last backup', backup ? <Done key="backup" of={backup} /> : 'Never'],
            ['Its size', backup?.size ? sizeOf(backup.size) : 'None'],
            ['Last rehearsal of a restore', rehearsal ? <Done key="rehearsal" of={rehearsal} /> : 'Never'],
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
        <Verified of={verification} upTo={verifiedUpTo} />
      </div>
    )}
  </QueryBoundary>
)
