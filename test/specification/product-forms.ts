import { allActions, WIZARDS } from '#actions/index'
import type { Action } from '#actions/kit/action'
import type { Fields } from '#actions/kit/fields'
import type { FormRules } from '#actions/kit/judge'
import * as accountForms from '../../src/web/sign-in/forms.ts'
import type { ProductTableData } from './table.ts'

const APPROVERS: Record<NonNullable<Action['approval']>, string> = {
  secondPerson: 'another of the operator',
  owner: 'the owner',
  ownerIfAny: 'the owner, else another of the operator',
}

const approvers = ({ approval, approvalWhen, approvalWaived }: Action): string =>
  approval ? `${APPROVERS[approval]}${approvalWhen || approvalWaived ? ', at times' : ''}` : 'nobody'

/** Every action: its title, what leads to it, its button, who approves it, and its menus or page if they are special. */
export const actionsOfProduct: ProductTableData = new Map(
  allActions.map(action => [
    `${action.on} ${action.name}`,
    {
      Title: action.title,
      'Leads to it': action.label ?? action.title,
      Button: action.binds?.verb ?? 'Save',
      'Approved by': approvers(action),
      'On the menu of': action.menuOf?.map(({ name }) => name).join(', ') ?? null,
      Page: action.navigatesTo ?? null,
    },
  ]),
)

/** Every step of every wizard. */
export const wizardsOfProduct: ProductTableData = new Map(
  WIZARDS.flatMap(({ name, title, stages, cannotCancel }) =>
    stages.map(
      ({ steps }, at) =>
        [
          `${name} ${at + 1}`,
          {
            Title: title,
            Steps: steps.map(step => step.name).join(', '),
            'Can be cancelled': cannotCancel ? 'no' : 'yes',
          },
        ] as const,
    ),
  ),
)

type Line = readonly [string, Record<string, string>]

const fieldsOf = (form: string, fields: Fields, show: FormRules['show'], prefix = ''): Line[] =>
  Object.entries(fields).flatMap(([name, field]): Line[] => [
    [
      `${form} ${prefix}${name}`,
      {
        Label: field.label,
        Type: field.type,
        Required: field.optional ? 'no' : 'yes',
        Shown: show?.[name] ? 'at times' : 'always',
      },
    ],
    ...fieldsOf(form, field.perRow?.fields ?? {}, undefined, `${name}.`),
  ])

const isAsking = (form: object): form is FormRules => 'fields' in form

const accountFields = (name: string, form: object): Line[] =>
  isAsking(form)
    ? fieldsOf(name, form.fields, form.show)
    : Object.entries(form).flatMap(([part, one]: [string, object]) => accountFields(`${name}.${part}`, one))

/** Every field of every form: of actions, and of accounts. */
export const fieldsOfProduct: ProductTableData = new Map([
  ...allActions.flatMap(({ on, name, fields, show }) => fieldsOf(`${on}.${name}`, fields, show)),
  ...Object.entries(accountForms).flatMap(([name, form]) => accountFields(`account.${name}`, form)),
])
