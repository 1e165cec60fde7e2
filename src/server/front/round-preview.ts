import type { FastifyInstance } from 'fastify'
import { readRoundPreview, ROUND_PREVIEWS, type RoundPreviewKind } from '#contract/round/round-preview'
import type { NoticeName } from '#actions/notices/index'
import { isOperator } from '#domain/people/actor'
import type { Round } from '#domain/round/round'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { isOneOf } from '#domain/values/narrow'
import { roundPage } from '#front/pages/round'
import type { Secrets } from '../auth/secrets.ts'
import { type AppContext, createViewContext } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'
import { composeEmail } from '../mail/letters.ts'
import { readPublicRounds } from '../register/public.ts'
import { notFoundError } from '../runner/refusals.ts'
import { buildNoticeRows } from '../runner/told-rows.ts'
import type { Store, StoreTransaction } from '../store/store.ts'
import { readPublishedAnswers } from '../views/round-question.ts'
import type { PublicPageRenderer } from './front.ts'

/** Policy for an email, whose styles are inline as email programs need them. */
const EMAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups"

const NOTICES: Readonly<Partial<Record<RoundPreviewKind, NoticeName>>> = {
  openedEmail: 'round-opened',
  plannedEmail: 'round-planned',
}

/** Facts of a notice about the round as its action would leave it: a preview of the opening shows the links of an open round. */
const noticeFacts = (
  store: Pick<Store, 'rehearsal'>,
  round: Round,
  notice: NoticeName,
): Promise<Record<string, string> | undefined> =>
  store.rehearsal(async tx => {
    const status = notice === 'round-opened' ? 'Open' : round.status
    const list: StoreTransaction['list'] = async (kind, where, most) =>
      (await tx.list(kind, where, most)).map(row => (kind === 'round' ? { ...row, status } : row))
    const facts: Record<string, string> =
      notice === 'round-planned' ? { expectedFrom: round.expectedFrom ?? '' } : {}
    const [row] = await buildNoticeRows({ db: tx.db, list }, [
      { notice, kind: 'round', id: round.id, key: 'preview', facts },
    ])
    return row?.facts
  })

/** The email of a round as it would be sent now; undefined if there is none. */
const previewEmail = async (
  { runtime: { store }, config, secrets }: AppContext & { secrets: Secrets },
  round: Round,
  what: RoundPreviewKind,
  sender: Pick<Parameters<typeof composeEmail>[2], 'brand'>,
): Promise<string | undefined> => {
  const notice = NOTICES[what]
  if (notice === 'round-planned' && round.expectedFrom === null) return undefined
  const facts = notice
    ? await noticeFacts(store, round, notice)
    : {
        ...(await noticeFacts(store, round, 'round-opened')),
        ...{ roundId: round.id, what: round.services.map(type => CREDIT_TYPE_LABELS[type]).join(', ') },
      }
  if (!facts) return undefined
  const { publicUrl } = config
  return composeEmail(notice ?? 'estimate-round-opened', facts, { ...sender, secrets, publicUrl })?.html
}

/** Previews of a round for the market operator, made by the functions that serve its page and send its emails. */
export const roundPreviewRoutes = (
  app: FastifyInstance,
  context: AppContext & { secrets: Secrets },
  { say, brandNow }: PublicPageRenderer,
): void => {
  const { runtime } = context
  mountEndpoint(app, readRoundPreview, async ({ params: { id, what }, actor, request, reply }) => {
    const { read, db } = runtime.store
    const round = isOperator(actor) && isOneOf(ROUND_PREVIEWS, what) ? await read.one('round', id) : undefined
    if (!round || !isOneOf(ROUND_PREVIEWS, what)) throw notFoundError()
    if (what === 'page') {
      const [shown] = await readPublicRounds(db, id, { asOpen: true })
      if (!shown) throw notFoundError()
      const page = roundPage(shown, await readPublishedAnswers(db, id), createViewContext(runtime).on)
      return say({ ...page, title: `Preview: ${page.title}`, isPrivate: true }, request, reply)
    }
    const html = await previewEmail(context, round, what, { brand: await brandNow() })
    if (html === undefined) throw notFoundError()
    return reply
      .header('content-security-policy', EMAIL_POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  })
}
