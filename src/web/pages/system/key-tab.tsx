import { readSystemKey, type SystemKey } from '#contract/system/market-key'
import { useAnswer } from '../../api/api.ts'
import { KeyValues } from '../../parts/key-values.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { Section } from '../../parts/section.tsx'
import { DayText, PlainNumber } from '../../parts/values/amounts.tsx'

const PLACES: Record<SystemKey['place'], string> = {
  file: 'In the data folder of the server (DATA_DIR)',
  environment: 'In the settings of the server (SECRET_KEY)',
  signer: 'With an external signer (SIGNER_COMMAND)',
}

/** Reasons to replace the key, each with its command and its effects. */
const CASES = [
  {
    title: 'A routine change',
    command: 'npm run rotate-key',
    effects: ({ secondFactors, webhooks }: SystemKey) => [
      `${secondFactors} authenticator apps and ${webhooks} webhook secrets are encrypted again. Their owners do nothing.`,
      'The old key vouches for the new one, so that witnesses and readers follow by themselves.',
    ],
  },
  {
    title: 'The key may have been stolen',
    command: 'npm run rotate-key -- --stolen 2026-11-20T10:00:00Z',
    effects: ({ witnesses }: SystemKey) => [
      'Signatures after the time that you enter are not trusted any more. Replace the certificates that were made since.',
      `The old key does not vouch for the new one: send the new key to ${witnesses} witnesses yourself.`,
    ],
  },
  {
    title: 'The key is lost',
    command: 'npm run rotate-key -- --lost',
    effects: ({ secondFactors, webhooks }: SystemKey) => [
      `${secondFactors} authenticator apps are removed. People set them up again at their next sign-in. Passkeys stay.`,
      `${webhooks} webhooks stop until their owners rotate the secret.`,
    ],
  },
]

/** The key of the market, and what each way of replacing it would change now. */
export const KeyTab = () => (
  <QueryBoundary query={useAnswer(readSystemKey, {})}>
    {key => (
      <div className="stack measure">
        <KeyValues
          as="list"
          facts={[
            ['Fingerprint', <code key="print">{key.fingerprint}</code>],
            ['Signs the log since', key.since ? <DayText key="since" day={key.since} time /> : 'Not yet'],
            ['Where it is', PLACES[key.place]],
            ['Unused recovery codes', <PlainNumber key="codes" value={key.recoveryCodes} />],
          ]}
        />
        <p>
          You replace the key with a command on the server, because a page would have to show the new key to
          your browser. Whichever command you use:
        </p>
        <ul>
          <li>{key.recoveryCodes} unused recovery codes no longer work.</li>
          <li>Codes and links in emails that have not been used no longer work.</li>
          <li>Every server needs the new key and a restart. Servers with the old key stop by themselves.</li>
          <li>Old certificates and receipts stay valid, except after a theft.</li>
        </ul>
        {CASES.map(({ title, command, effects }) => (
          <Section key={title} heading={title}>
            <p>
              <code>{command}</code>
            </p>
            <ul>
              {effects(key).map(effect => (
                <li key={effect}>{effect}</li>
              ))}
            </ul>
          </Section>
        ))}
      </div>
    )}
  </QueryBoundary>
)
