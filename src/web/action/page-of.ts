import { pageOf as addressIn } from '#contract/nouns'
import { ORGANISATION_TYPES } from '#domain/organisation'

interface Made {
  id: string
  kind: string
  market?: { id: string }
  type?: unknown
}

/** Taking part is told of where one takes part, and people where they belong: there the reader stays. */
const STAYS = ['participation', 'user']

/** The page about a thing that an action has made or changed, if one goes there. */
export const pageOf = ({ id, kind, market, type }: Made): string | null =>
  STAYS.includes(kind)
    ? null
    : addressIn(kind, {
        id,
        marketId: market?.id,
        type: ORGANISATION_TYPES.find(one => one === type),
      })
