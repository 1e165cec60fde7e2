import type { Day, Instant } from '@credit-market/values/dates'

/** Decisions of the market operator in a dispute. */
export const DISPUTE_FINDINGS = ['Owner', 'OtherSide', 'Each'] as const
export type DisputeFinding = (typeof DISPUTE_FINDINGS)[number]

export const DISPUTE_FINDING_LABELS: Record<DisputeFinding, string> = {
  Owner: 'The owner is right',
  OtherSide: 'The other side is right',
  Each: 'Each side is right in part',
}

/** Sides of a dispute: the owner of its subject, and everyone else whom it concerns. */
export type DisputeSide = 'owner' | 'other'

/** Last days for the papers of both sides of a case, and when each filed its last one. */
interface Papers {
  ownerPapersBy: Day | null
  otherPapersBy: Day | null
  ownerFiledAt: Instant | null
  otherFiledAt: Instant | null
}

/** Last day on which a side can file its papers; null while no one has asked for them. */
export const papersDay = ({ ownerPapersBy, otherPapersBy }: Papers, side: DisputeSide): Day | null =>
  side === 'owner' ? ownerPapersBy : otherPapersBy

const isSideHeard = (papers: Papers, side: DisputeSide, today: Day): boolean => {
  const by = papersDay(papers, side)
  const filedAt = side === 'owner' ? papers.ownerFiledAt : papers.otherFiledAt
  return by !== null && (filedAt !== null || by < today)
}

/** Says whether a dispute can be decided: both sides have filed papers, or their days have passed. */
export const isHeard = (papers: Papers, today: Day): boolean =>
  isSideHeard(papers, 'owner', today) && isSideHeard(papers, 'other', today)
