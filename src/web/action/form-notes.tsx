import { Link } from 'react-router'
import type { Action } from '#actions/kit/action'
import type { ActionName } from '#actions/index'
import { NOUNS } from '#contract/nouns/nouns'
import { templateLink } from '#contract/nouns/registration'
import { depositNote, isDepositUnpaid } from '#domain/money/deposit'
import { documentTemplateForTag } from '#domain/text/document-template'
import { englishDayOf } from '@credit-market/values/dates'
import { penceOf } from '@credit-market/values/money'
import { useResource } from '../api/api.ts'
import { PlaceWarnings } from '../parts/warnings.tsx'
import { Notice } from '../parts/page/notice.tsx'
import { Templates } from '../parts/documents.tsx'

/** Actions in which the market operator reviews the place of a project. */
const LOOKED_AT: readonly string[] = [
  'CompleteRegistration',
  'AddScreeningOutcome',
  'SetCertificationDecision',
] satisfies ActionName<'project'>[]

/** Contradictions in the place of a project, shown to whoever decides about it. */
export const PlaceContradictions = ({ action, subjectId }: { action: Action; subjectId: unknown }) => {
  const isLookedAt = action.on === 'project' && LOOKED_AT.includes(action.name)
  const { data } = useResource(NOUNS.project, isLookedAt && typeof subjectId === 'string' ? subjectId : null)
  return data ? <PlaceWarnings warnings={data.placeWarnings} /> : null
}

/** Deposit that the round asks for, before a bid is made; nothing once the deposit is received. */
export const DepositNote = ({ action, subjectId }: { action: Action; subjectId: unknown }) => {
  const isBid = action.on === 'requirement' && action.name === ('SetBid' satisfies ActionName<'requirement'>)
  const { data: requirement } = useResource(
    NOUNS.requirement,
    isBid && typeof subjectId === 'string' ? subjectId : null,
  )
  const { data: round } = useResource(NOUNS.round, requirement?.round.id ?? null)
  if (!requirement || !round || round.deposit === null) return null
  const { deposit } = requirement
  if (deposit?.round.id === round.id && deposit.state !== 'TakenBack' && !isDepositUnpaid(deposit))
    return null
  const closes = round.bidsClose === null ? null : englishDayOf(round.bidsClose)
  return (
    <Notice>
      <p>{depositNote(penceOf(round.deposit), closes)}</p>
    </Notice>
  )
}

/** Note, during registration, for a user without a second factor that later steps need one. */
export const SecondFactorNote = () => (
  <Notice>
    <p>
      <b>You will need a passkey or an authenticator app later.</b> You need one to redeem credits, and to
      agree to actions that the market operator proposes for you.{' '}
      <Link to="/profile">Set it up in your profile</Link>. It takes about two minutes.
    </p>
  </Notice>
)

/** Templates of the documents that a form asks for, if there are any. */
export const FormTemplates = ({
  action: { on, fields },
  subjectId,
}: {
  action: Action
  subjectId: unknown
}) => {
  if ((on !== 'project' && on !== 'requirement') || typeof subjectId !== 'string') return null
  const asked = Object.values(fields).flatMap(({ tag }) => documentTemplateForTag(tag) ?? [])
  return asked.length > 0 ? (
    <Templates templates={asked.map(template => templateLink(template, on, subjectId))} />
  ) : null
}
