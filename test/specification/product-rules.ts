import { findAction } from '#actions/index'
import type { Action, Facts } from '#actions/kit/action'
import { type Asking, isShown, judge, warnings } from '#actions/kit/judge'
import type { Kind } from '#domain/entities'
import * as accountForms from '../../src/web/sign-in/forms.ts'
import { GENERAL_RULES, type Rule } from './rules.ts'
import type { Product } from './table.ts'
import { TRADING_RULES } from './trading-rules.ts'

const ACCOUNT_FORMS: Readonly<Record<string, object>> = accountForms

const actionOf = (form: string): Action => {
  const [kind = '', name = ''] = form.split('.')
  const found = findAction(kind as Kind, name)
  if (!found) throw new Error(`There is no action ${form}`)
  return found
}

const isAsking = (form: object | undefined): form is Asking => form !== undefined && 'fields' in form

const formOf = (form: string): Asking => {
  if (!form.startsWith('account.')) return actionOf(form)
  const found = ACCOUNT_FORMS[form.replace('account.', '')]
  if (!isAsking(found)) throw new Error(`There is no form ${form}`)
  return found
}

/** Every list that an action may look at is empty unless the rule says otherwise. */
const knowing = (given: Partial<Facts> = {}): Facts => ({
  today: '2026-06-15',
  actorIsOperator: true,
  declarations: [],
  rounds: [],
  issues: [],
  projects: [],
  requirements: [],
  participations: [],
  places: [],
  capacities: ['Buyer', 'Investor'],
  bidderType: 'BuyersAndInvestors',
  invitedOn: [],
  known: [],
  isRegistered: true,
  hasCosts: true,
  canSkip: false,
  ...given,
})

const NOTHING = 'nothing'

const sayings = ({ form, about, as, answers = {}, given, subject = {} }: Rule): Record<string, string> => {
  const facts = knowing(given)
  if (as === 'question')
    return Object.fromEntries(
      about.map(field => [field, isShown(actionOf(form), field, answers, facts) ? 'asked' : 'not asked']),
    )
  const messages = judge(formOf(form), answers, facts)
  const said = as === 'warning' ? warnings(actionOf(form), answers, subject, facts) : messages
  const inTheWay = Object.values(messages)
  return Object.fromEntries(
    about.map(field => {
      const words = said[field] ?? NOTHING
      return [
        field,
        as === 'warning' && inTheWay.includes(words) ? `${words}, and it stands in the way` : words,
      ]
    }),
  )
}

/** What the product says of the answers of every rule, by form, rule and field. */
export const rulesOfProduct: Product = new Map(
  [...GENERAL_RULES, ...TRADING_RULES].flatMap(one =>
    Object.entries(sayings(one)).map(
      ([field, says]) =>
        [`${one.form} ${one.rule} ${field}`, { As: one.as ?? 'message', Says: says }] as const,
    ),
  ),
)
