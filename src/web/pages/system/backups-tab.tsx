import type { BackupRun } from '#contract/system/backup-run'
import { type BackupRequestKind, readBackups, runBackup, type SystemBackups } from '#contract/system/backups'
import { useStepUp } from '../../action/use-step-up.tsx'
import { refetchAnswer, sendRequest, useSteadyAnswer } from '../../api/api.ts'
import { KeyValues } from '../../parts/key-values.tsx'
import { Notice } from '../../parts/page/notice.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { Section } from '../../parts/section.tsx'
import { uploadSizeText } from '../../parts/texts.ts'
import { DayText } from '../../parts/values/amounts.tsx'
import { sendThenRefetch } from './send-then-refetch.ts'

const OLD_MS = 2 * 86_400_000
const WAITING_MS = 5000

/** Time and result of the last run; if it failed, also the time of the last success. */
const Run = ({ of: { at, wholeAt, ok, result } }: { of: BackupRun }) => (
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

/** The one thing that is wrong with backups, and its remedy; nothing if all is well. */
const BackupAlarm = ({ backups: { at, problem, backup, restoreTest } }: { backups: SystemBackups }) => {
  const isOld = backup !== null && Date.parse(at) - Date.parse(backup.at) > OLD_MS
  const [title, remedy] =
    problem !== null
      ? ['No backup can be made.', `${problem}.`]
      : backup === null
        ? ['There is no backup of this market.', 'If this machine is lost, everything is lost. Make one now.']
        : !backup.ok
          ? ['The last backup failed.', `${backup.result}. Correct this and make one now.`]
          : isOld
            ? ['The last backup is old.', 'Everything since then could be lost. Make one now.']
            : !restoreTest?.ok
              ? [
                  restoreTest ? 'The last restore test failed.' : 'No backup has been tested yet.',
                  'Test now whether the newest backup can be restored.',
                ]
              : [null, '']
  return (
    title !== null && (
      <Notice tone={problem === null && backup?.ok && !isOld ? 'warn' : 'bad'} role="alert">
        <p>
          <b>{title}</b> {remedy}
        </p>
      </Notice>
    )
  )
}

const BackupButtons = ({ backups: { problem, request } }: { backups: SystemBackups }) => {
  const { run, isBusy, asking } = useStepUp()
  const isStopped = problem !== null || request !== null || isBusy
  const ask = (what: BackupRequestKind) =>
    void run(() =>
      sendThenRefetch(
        () => sendRequest(runBackup, { body: { what } }),
        () => refetchAnswer(readBackups, {}),
      ),
    )
  return (
    <>
      <div className="row">
        <button
          type="button"
          className="button button-primary"
          disabled={isStopped}
          onClick={() => ask('backup')}
        >
          Make a backup now
        </button>
        <button type="button" className="button" disabled={isStopped} onClick={() => ask('restoreTest')}>
          Test a restore now
        </button>
      </div>
      {asking}
      {request && (
        <p role="status">
          {request.what === 'backup' ? 'A backup' : 'A restore test'} was asked for by {request.by?.name} on{' '}
          <DayText day={request.at} time />. It begins within a minute and can take several.
        </p>
      )}
    </>
  )
}

/** Backups of the installation: what was made, what is wrong, and buttons to make one or to test a restore. */
export const BackupsTab = () => (
  <QueryBoundary query={useSteadyAnswer(readBackups, {}, ({ request }) => (request ? WAITING_MS : false))}>
    {backups => {
      const { everyMinutes, backup, restoreTest, stored } = backups
      return (
        <div className="stack measure">
          <BackupAlarm backups={backups} />
          <KeyValues
            as="list"
            facts={[
              ['Made automatically', everyMinutes === null ? 'No' : `Every ${everyMinutes} minutes`],
              ['Last backup', backup ? <Run key="backup" of={backup} /> : 'Never'],
              ['Size', backup?.size ? uploadSizeText(backup.size) : 'None'],
              ['Last restore test', restoreTest ? <Run key="test" of={restoreTest} /> : 'Never'],
            ]}
          />
          <BackupButtons backups={backups} />
          <p className="quiet">
            A restore test loads the newest backup into a temporary database and compares it. The market is
            not changed. To restore a backup for real, run <code>npm run restore</code> on the server.
          </p>
          <Section heading={`Stored backups (${stored.length})`}>
            {stored.length === 0 ? (
              <p className="quiet">There are none in the folder.</p>
            ) : (
              <ul className="plain-list">
                {stored.map(at => (
                  <li key={at}>
                    <DayText day={at} time />
                  </li>
                ))}
              </ul>
            )}
            <p className="quiet">Backups are encrypted, and no one can download them here.</p>
          </Section>
        </div>
      )
    }}
  </QueryBoundary>
)
