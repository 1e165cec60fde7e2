import type { Endpoint } from '#contract/kit/endpoint'
import { deprecationsInSchemas, sunsetOf } from '#contract/kit/deprecation'

/** Where the reference page lists what will end. */
export const DEPRECATIONS_ANCHOR = 'deprecated'

/**
 * Headers of the answers of an endpoint that will end, or that has such a field: the earliest announcement and the earliest end
 * (RFC 9745 and RFC 8594), and the notice. Undefined if all stays.
 */
export const deprecationHeadersOf = (endpoint: Endpoint): Readonly<Record<string, string>> | undefined => {
  const { deprecation, query, body, answers } = endpoint
  const answered = Object.values(answers).flatMap(shape =>
    'media' in shape ? Object.values(shape.media) : [shape],
  )
  const announced = [
    ...(deprecation ? [deprecation] : []),
    ...deprecationsInSchemas([query ?? [], body ?? [], answered].flat()),
  ]
  const [since] = announced.map(one => one.since).toSorted()
  const [sunset] = announced.map(sunsetOf).toSorted()
  if (since === undefined || sunset === undefined) return undefined
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
    link: `</api/docs#${DEPRECATIONS_ANCHOR}>; rel="deprecation"; type="text/html"`,
  }
}
