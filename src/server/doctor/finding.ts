import { errorMessageOf } from '#domain/values/narrow'

/** Result of one check, in a sentence. A `fault` stops the market or one of its services; `advice` stops nothing. */
export interface Finding {
  /** Part of the installation that was checked, such as `Database`. */
  about: string
  outcome: 'fine' | 'advice' | 'fault'
  /** Result of the check, and for a fault the remedy. */
  text: string
}

export const fine = (about: string, text: string): Finding => ({ about, outcome: 'fine', text })
export const advice = (about: string, text: string): Finding => ({ about, outcome: 'advice', text })
export const fault = (about: string, text: string): Finding => ({ about, outcome: 'fault', text })

/** Longest wait for one service. */
export const PATIENCE_MS = 10_000

// Some libraries replace the code of the system by their own, and keep it in the message.
const detailsOf = (error: unknown): string => {
  const details: string[] = []
  for (let one = error; one instanceof Error; one = one.cause)
    details.push('code' in one && typeof one.code === 'string' ? one.code : '', one.message)
  return details.join(' ')
}

const REMEDIES: readonly (readonly [RegExp, (variable: string) => string])[] = [
  [
    /ENOTFOUND|EAI_AGAIN|EDNS/,
    variable => `its host cannot be found. Check the name in ${variable} and the DNS of this machine`,
  ],
  [
    /ECONNREFUSED/,
    variable => `nothing listens there. Start the service, or check host and port in ${variable}`,
  ],
  [
    /ETIMEDOUT|CONNECT_TIMEOUT|EHOSTUNREACH|ENETUNREACH|timeout/i,
    variable => `it does not answer. Check the firewall, the proxy, and host and port in ${variable}`,
  ],
  [
    /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|self-signed/,
    () =>
      'this machine does not trust its certificate. Name the file with the certificate of its authority in NODE_EXTRA_CA_CERTS',
  ],
  [/CERT_HAS_EXPIRED/, () => 'its certificate has expired. Renew it, or check the clock of this machine'],
  [/CERT_ALTNAME_INVALID/, variable => `its certificate is for another name than that in ${variable}`],
]

/** Says in a clause why a service could not be reached, and what helps; `variable` is the setting that names it. */
export const remedyFor = (error: unknown, variable: string): string => {
  const details = detailsOf(error)
  const remedy = REMEDIES.find(([pattern]) => pattern.test(details))?.[1]
  return remedy ? remedy(variable) : `${errorMessageOf(error)}. Check ${variable}`
}
