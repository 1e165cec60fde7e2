import type { SystemVerification, SystemVerificationProgress } from '#contract/system/system-verification'
import { differencesText } from '../../parts/messages.ts'
import { DayText, PlainNumber } from '../../parts/values/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Notice } from '../../parts/page/notice.tsx'

/** Labels of the parts of a verification. */
const PARTS: Readonly<Record<string, string>> = {
  log: 'Log',
  rows: 'Rows compared with the log',
  trail: 'Statuses compared with the log',
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
      <b>The integrity check found differences.</b> Someone may have changed the database. Keep a copy before
      you fix anything. <code>npm run verify</code> lists all differences.{' '}
      {wholeAt ? (
        <>
          The last check without differences was on <DayText day={wholeAt} time />.
        </>
      ) : (
        'Every check so far has found differences.'
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

/** Result of the last integrity check, part by part. */
export const VerificationResult = ({
  of,
  upTo,
}: {
  of: SystemVerification | null
  upTo: SystemVerificationProgress | null
}) => (
  <section className="stack">
    <h2>Integrity check</h2>
    {!of ? (
      <p>
        The integrity of the market has not been checked yet. The server checks everything every night. To
        check it now, run <code>npm run verify</code>.
      </p>
    ) : (
      <>
        {!of.ok && <Differing of={of} />}
        <KeyValues
          as="list"
          facts={[
            [
              'Last full check',
              <span key="done">
                <DayText day={of.at} time />, in <PlainNumber value={Math.ceil(of.tookMs / SECOND_MS)} /> s:{' '}
                {of.ok ? 'no differences' : differencesText(of.faults)}
              </span>,
            ],
            ...(upTo
              ? [
                  [
                    'New entries checked',
                    <span key="upTo">
                      up to entry <PlainNumber value={upTo.seq} /> of the log, <DayText day={upTo.at} time />
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
                      'Nothing to check'
                    ) : (
                      <>
                        <PlainNumber value={looked} /> checked, {differences === 0 ? 'none' : differences}{' '}
                        wrong
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
