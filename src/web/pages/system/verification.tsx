import type { SystemVerification, SystemVerifiedUpTo } from '#contract/system-verification'
import { DayText, Num } from '../../parts/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Notice } from '../../parts/notice.tsx'

/** What each part of a verification is called. */
const PARTS: Readonly<Record<string, string>> = {
  log: 'Log',
  rows: 'Rows that follow from the log',
  trail: 'Statuses told in the log',
  registry: 'Registry of credits',
  market: 'Settled rounds',
  certificates: 'Certificates',
  land: 'Land',
  documents: 'Documents',
}

const nameOf = (part: string): string => PARTS[part] ?? part

const Differing = ({ of: { faults, wholeAt, differences } }: { of: SystemVerification }) => (
  <Notice tone="bad" role="alert">
    <p>
      <b>The market is not as it should be.</b> Somebody may have changed the tables: keep a copy of the
      database before anything is put right. <code>npm run verify</code> names everything.{' '}
      {wholeAt ? (
        <>
          Nothing differed last on <DayText day={wholeAt} time />.
        </>
      ) : (
        'It has differed from the first verification on.'
      )}
    </p>
    <ul>
      {differences.map(({ part, what, why }) => (
        <li key={`${part} ${what} ${why}`}>
          {nameOf(part)}: {what} {why}
        </li>
      ))}
      {faults > differences.length && <li>And {faults - differences.length} more.</li>}
    </ul>
  </Notice>
)

const SECOND_MS = 1000

/** What came of the last verification of the whole market, part by part. */
export const Verified = ({
  of,
  upTo,
}: {
  of: SystemVerification | null
  upTo: SystemVerifiedUpTo | null
}) => (
  <section className="stack">
    <h2>Verification</h2>
    {!of ? (
      <p>
        The market has not been verified yet. The server does it every hour, and <code>npm run verify</code>{' '}
        at once.
      </p>
    ) : (
      <>
        {!of.ok && <Differing of={of} />}
        <KeyValues
          as="list"
          facts={[
            [
              'Whole market',
              <span key="done">
                <DayText day={of.at} time />, in <Num value={Math.ceil(of.tookMs / SECOND_MS)} /> s:{' '}
                {of.ok ? 'nothing differs' : `${of.faults} differ`}
              </span>,
            ],
            ...(upTo
              ? [
                  [
                    'New entries since',
                    <span key="upTo">
                      up to entry <Num value={upTo.seq} /> of the log, <DayText day={upTo.at} time />
                    </span>,
                  ] as const,
                ]
              : []),
            ...of.parts.map(
              ({ name, looked, differences }) =>
                [
                  nameOf(name),
                  <span key={name}>
                    {looked === 0 && differences === 0 ? (
                      'Nothing to look at'
                    ) : (
                      <>
                        <Num value={looked} /> looked at, {differences === 0 ? 'none' : differences} wrong
                      </>
                    )}
                  </span>,
                ] as const,
            ),
          ]}
        />
      </>
    )}
  </section>
)
