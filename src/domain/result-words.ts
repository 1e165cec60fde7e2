import { showMoney, type Pence } from './money.ts'

/** What an organisation's result comes to, in the figures that its first sentence needs. */
export interface ResultHead {
  projects: { won: number; of: number }
  requirements: { won: number; of: number }
  /** Positive pays, negative receives, in pence. */
  payment: Pence
}

const count = ({ won, of }: { won: number; of: number }, one: string): string[] =>
  of === 0 ? [] : [`${won} of ${of} ${of === 1 ? one : `${one}s`}`]

const money = (subject: string, payment: Pence, isYou: boolean): string => {
  if (payment === 0)
    return `${subject} ${isYou ? 'neither pay nor receive' : 'neither pays nor receives'} anything.`
  const verb = payment > 0 ? 'pay' : 'receive'
  return `${subject} ${verb}${isYou ? '' : 's'} ${showMoney(Math.abs(payment), true)}.`
}

/** What a round means for an organisation in a sentence or two: to itself, or by its name to others who may read it. */
export const resultSentences = (
  { projects, requirements, payment }: ResultHead,
  name: string | null,
): string[] => {
  const subject = name ?? 'You'
  if (projects.of + requirements.of === 0)
    return [`${subject} had no offer or bid in the match of this round.`]
  if (projects.won + requirements.won === 0) return [`${subject} did not win this time.`]
  const won = [...count(projects, 'project'), ...count(requirements, 'credit requirement')].join(' and ')
  return [`${subject} won ${won}.`, money(subject, payment, name === null)]
}
