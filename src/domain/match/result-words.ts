import { showMoney, type Pence } from '@credit-market/values/money'
import { notProvenSentence } from '../unfinished-match/messages.ts'
import type { RoundOutcome } from './outcome.ts'
import { type ProjectProceeds, sumProceeds } from '../project/project.ts'

/** Figures of an organisation's result for its first sentence. */
interface ResultFigures {
  projects: { won: number; of: number }
  requirements: { won: number; of: number }
  /** Positive pays, negative receives, in pence. */
  payment: Pence
  /** Recipients of the money that its projects receive; null if none won. */
  proceeds: ProjectProceeds | null
}

/** Figures of one organisation in the result of a round. */
export const organisationResultFigures = (
  { items, organisations }: RoundOutcome,
  organisationId: string,
): ResultFigures => {
  const counted = (of: 'project' | 'requirement') => {
    const its = items.filter(item => item.of === of && item.organisationId === organisationId)
    return { won: its.filter(item => item.won).length, of: its.length }
  }
  return {
    projects: counted('project'),
    requirements: counted('requirement'),
    payment: organisations.find(one => one.organisationId === organisationId)?.payment ?? 0,
    proceeds: sumProceeds(
      items.filter(item => item.organisationId === organisationId).map(item => item.proceeds),
    ),
  }
}

/** Part of a payment to a project, with its recipient; all parts in one unit of money. */
interface ProceedsPart {
  label: string
  amount: number
}

/**
 * Recipients of payments to projects: the supplier now, by the reader's name for it, and later for maintenance, the market operator
 * and monitoring. Empty if the supplier gets all at once.
 */
export const listProceedsRecipients = (
  proceeds: ProjectProceeds | null,
  supplier: string,
): ProceedsPart[] => {
  if (!proceeds || proceeds.maintenance + proceeds.marketOperator + proceeds.monitoring === 0) return []
  const own = proceeds.supplier - proceeds.maintenance
  return [
    { label: `for ${supplier}`, amount: own },
    ...(proceeds.maintenance > 0 ? [{ label: 'later for maintenance', amount: proceeds.maintenance }] : []),
    { label: 'for the market operator', amount: proceeds.marketOperator },
    { label: 'for monitoring', amount: proceeds.monitoring },
  ]
}

/** Parts of the proceeds (in pence) as text after a colon; empty if the supplier gets all. */
export const proceedsText = (proceeds: ProjectProceeds | null, supplier: string): string => {
  const texts = listProceedsRecipients(proceeds, supplier).map(
    ({ label, amount }) => `${showMoney(amount, true)} ${label}`,
  )
  return texts.length === 0 ? '' : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}

/** "1 of 2 projects", "2 of 3 credit requirements", or both. */
const wonText = ({ projects, requirements }: Pick<ResultFigures, 'projects' | 'requirements'>): string =>
  [
    ...(projects.of === 0
      ? []
      : [`${projects.won} of ${projects.of} ${projects.of === 1 ? 'project' : 'projects'}`]),
    ...(requirements.of === 0
      ? []
      : [
          `${requirements.won} of ${requirements.of} ${requirements.of === 1 ? 'credit requirement' : 'credit requirements'}`,
        ]),
  ].join(' and ')

/** Sentences of a result, without full stops where the parts of a payment may follow. */
interface ResultTexts {
  noItems: string
  lost: string
  won: (text: string) => string
  paysNothing: string
  pays: (amount: string) => string
  receives: (amount: string) => string
  projectsReceive: (amount: string, parts: string) => string
  /** The supplier as the recipient of a part. */
  supplier: string
}

const TO_YOU: ResultTexts = {
  noItems: 'You had no offer or bid in the match of this round.',
  lost: 'You did not win this time.',
  won: text => `You won with ${text}.`,
  paysNothing: 'You do not pay or receive anything',
  pays: amount => `You pay ${amount}`,
  receives: amount => `You receive ${amount}`,
  projectsReceive: (amount, parts) => `Your projects receive ${amount}: ${parts}.`,
  supplier: 'you',
}

const textsAbout = (name: string): ResultTexts => ({
  noItems: `${name} had no offer or bid in the match of this round.`,
  lost: `${name} did not win this time.`,
  won: text => `${name} won with ${text}.`,
  paysNothing: `${name} does not pay or receive anything`,
  pays: amount => `${name} pays ${amount}`,
  receives: amount => `${name} receives ${amount}`,
  projectsReceive: (amount, parts) => `Its projects receive ${amount}: ${parts}.`,
  supplier: 'itself',
})

const moneySentences = (
  texts: ResultTexts,
  { payment, proceeds }: Pick<ResultFigures, 'payment' | 'proceeds'>,
): string[] => {
  const parts = proceedsText(proceeds, texts.supplier)
  const received = proceeds ? proceeds.supplier + proceeds.marketOperator + proceeds.monitoring : 0
  const amount = showMoney(Math.abs(payment), true)
  const sentence =
    payment === 0 ? texts.paysNothing : payment > 0 ? texts.pays(amount) : texts.receives(amount)
  if (parts === '') return [`${sentence}.`]
  return received === -payment
    ? [`${sentence}: ${parts}.`]
    : [`${sentence}.`, texts.projectsReceive(showMoney(received, true), parts)]
}

/** Result of a round for an organisation in one or two sentences: addressed to itself, or with its name for other readers. */
export const resultSentences = (figures: ResultFigures, name: string | null): string[] => {
  const { projects, requirements } = figures
  const texts = name === null ? TO_YOU : textsAbout(name)
  if (projects.of + requirements.of === 0) return [texts.noItems]
  if (projects.won + requirements.won === 0) return [texts.lost]
  return [texts.won(wonText(figures)), ...moneySentences(texts, figures)]
}

/** Says that an organisation was matched as one party with others; empty if it was not. `name` is null for itself. */
export const partySentences = (
  { joined }: Pick<RoundOutcome, 'joined'>,
  organisationId: string,
  name: string | null,
): string[] =>
  joined.includes(organisationId)
    ? [
        `${name === null ? 'You were' : `${name} was`} matched as one party with organisations under common control, as this round says.`,
      ]
    : []

/** Says which bids of an organisation took no part in the match for a deposit, and why; empty if all did. */
export const depositSentences = ({ items }: Pick<RoundOutcome, 'items'>, organisationId: string): string[] =>
  items
    .filter(
      one =>
        one.organisationId === organisationId &&
        (one.reason === 'depositMissing' || one.reason === 'groupDepositMissing'),
    )
    .map(({ name, sentence }) => `${name}: ${sentence}`)

/** Says how far the match of a round may be below the best possible one, without amounts; empty if it is proven. */
export const gapSentences = ({ gapPart }: Pick<RoundOutcome, 'gapPart'>): string[] =>
  gapPart === null ? [] : [notProvenSentence({ pence: null, part: gapPart })]

/** Amounts behind a payment: all in one unit of money, pounds or pence. */
interface PaymentParts {
  bids: number
  offers: number
  costs: number
  share: number
  /** Positive pays, negative receives. */
  payment: number
}

/** One step of the calculation of a payment: an amount added, or subtracted if negative; the total is the sum of the steps before. */
export interface PaymentStep {
  of: 'bids' | 'offers' | 'costs' | 'share' | 'total'
  label: string
  amount: number
}

/**
 * Calculation from bids and asks to the payment: a bid minus its share of the surplus is paid, an offer with its costs and its
 * share is received. For a winner on both sides they are offset.
 */
export const calculatePaymentSteps = ({
  bids,
  offers,
  costs,
  share,
  payment,
}: PaymentParts): PaymentStep[] => {
  const pays = payment > 0
  const buying =
    bids === 0 ? [] : [{ of: 'bids' as const, label: 'Winning bids', amount: pays ? bids : -bids }]
  const selling =
    offers + costs === 0
      ? []
      : [
          { of: 'offers' as const, label: 'Winning offers', amount: pays ? -offers : offers },
          {
            of: 'costs' as const,
            label: 'Costs over the life of the projects',
            amount: pays ? -costs : costs,
          },
        ]
  return [
    ...(pays ? [...buying, ...selling] : [...selling, ...buying]),
    { of: 'share', label: 'Share of the surplus', amount: pays ? -share : share },
    { of: 'total', label: pays ? 'To pay' : 'To receive', amount: Math.abs(payment) },
  ]
}

const countText = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

/** Trading partners by kind and number: "2 buyers, 1 investor". */
export const counterpartiesText = ({
  projects,
  buyers,
  investors,
}: {
  projects: number
  buyers: number
  investors: number
}): string =>
  [
    ...countText(projects, 'project', 'projects'),
    ...countText(buyers, 'buyer', 'buyers'),
    ...countText(investors, 'investor', 'investors'),
  ].join(', ')

/** Percentage of a requirement that won; empty if the whole requirement won. */
export const wonPercentageText = ({
  won,
  ongoingOnly,
  percent,
}: {
  won: boolean
  ongoingOnly: boolean
  percent: number
}): string => {
  if (!won) return ''
  if (ongoingOnly) return 'ongoing units only'
  return percent < 100 ? `${percent}% of what was needed` : ''
}

/** Amount at which a losing offer or bid would have tied, in pence. It only holds if nothing else had changed. */
export const criticalAmountText = (of: 'project' | 'requirement', critical: Pence): string =>
  of === 'project'
    ? `An offer of ${showMoney(critical, true)} or less would have won, or tied, if nothing else had changed.`
    : `A bid of ${showMoney(critical, true)} or more would have won, or tied, if nothing else had changed.`
