import { findAction } from '#actions/index'
import type { Action, ActionFacts } from '#actions/kit/action'
import { type FormRules, isFieldVisible, validateAnswers, formWarnings } from '#actions/kit/judge'
import type { Kind } from '#domain/disclosure/entities'
import * as accountForms from '../../src/web/sign-in/forms.ts'
import { GENERAL_RULES, type SpecificationRule } from './rules.ts'
import type { ProductTableData } from './table.ts'
import { TRADING_RULES } from './trading-rules.ts'

const ACCOUNT_FORMS: Readonly<Record<string, object>> = accountForms

const actionOf = (form: string): Action => {
  const [kind = '', name = ''] = form.split('.')
  const found = findAction(kind as Kind, name)
  if (!found) throw new Error(`There is no action ${form}`)
  return found
}

const isAsking = (form: object | undefined): form is FormRules => form !== undefined && 'fields' in form

const formOf = (form: string): FormRules => {
  if (!form.startsWith('account.')) return actionOf(form)
  const found = ACCOUNT_FORMS[form.replace('account.', '')]
  if (!isAsking(found)) throw new Error(`There is no form ${form}`)
  return found
}

/** Every list that an action may read is empty unless the rule sets it. */
const knowing = (given: Partial<ActionFacts> = {}): ActionFacts => ({
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

const sayings = ({
  form,
  about,
  as,
  answers = {},
  given,
  subject = {},
}: SpecificationRule): Record<string, string> => {
  const facts = knowing(given)
  if (as === 'question')
    return Object.fromEntries(
      about.map(field => [
        field,
        isFieldVisible(actionOf(form), field, answers, facts) ? 'asked' : 'not asked',
      ]),
    )
  const messages = validateAnswers(formOf(form), answers, facts)
  const said = as === 'warning' ? formWarnings(actionOf(form), answers, subject, facts) : messages
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

/** The product’s verdict on the answers of every rule, by form, rule and field. */
export const rulesOfProduct: ProductTableData = new Map(
  [...GENERAL_RULES, ...TRADING_RULES].flatMap(one =>
    Object.entries(sayings(one)).map(
      ([field, says]) =>
        [`${one.form} ${one.rule} ${field}`, { As: one.as ?? 'message', Says: says }] as const,
    ),
  ),
)
