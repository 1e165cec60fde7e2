import { SETTING_LISTS, type SettingKind, type EntityOfKind } from '#domain/disclosure/entities'
import type { Instant } from '@credit-market/values/dates'
import { action, type Answers, type NamedAction } from '../kit/action.ts'
import type { Change } from '../kit/changes.ts'
import type { Fields } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** A list of settings, with the questions about its entries. */
interface Setting<K extends SettingKind, N extends string> {
  kind: K
  /** Kind within the names of its actions. */
  name: N
  /** Name of an entry. */
  noun: string
  fields: Fields
  initial?: Answers
  check?: (answers: Answers) => Record<string, string | undefined>
  /** History of an entry to store before it changes. */
  keeps?: (subject: EntityOfKind<K>, values: Answers, at: { now: Instant; newId: () => string }) => Change[]
}

type ListOf<K extends SettingKind> = (typeof SETTING_LISTS)[K]

/** Actions on a list of settings and its entries. */
export interface SettingActions<K extends SettingKind = SettingKind, N extends string = string> {
  list: readonly NamedAction<`Create${N}`, ListOf<K>>[]
  entry: readonly NamedAction<`Update${N}` | 'Activate' | 'Deactivate', K>[]
}

/** Actions that add entries to a list of settings, edit them, and deactivate them without changing their users. */
export const settingActions = <K extends SettingKind, const N extends string>(
  setting: Setting<K, N>,
): SettingActions<K, N> => {
  const { kind, name, noun, fields, initial, check, keeps } = setting
  const add = action<`Create${N}`, ListOf<K>, Fields>({
    name: `Create${name}`,
    on: SETTING_LISTS[kind],
    title: `Add ${noun}`,
    who: [operator],
    fields,
    initial: () => initial ?? null,
    check,
    effect: ({ values, newId }) => [
      { change: 'create', kind, row: { ...values, id: newId(), active: true } },
    ],
    done: `The ${noun} has been added`,
  })
  const edit = action<`Update${N}`, K, Fields>({
    name: `Update${name}`,
    on: kind,
    title: 'Edit details',
    who: [operator],
    fields,
    check,
    effect: ({ subject, values, now, newId }) => [
      ...(keeps?.(subject, values, { now, newId }) ?? []),
      { change: 'update', kind, id: subject.id, patch: values },
    ],
    done: 'Your changes have been saved',
  })
  const turn = <const A extends 'Activate' | 'Deactivate'>(verb: A, isOn: boolean) =>
    action<A, K, Fields>({
      name: verb,
      on: kind,
      title: verb,
      description: isOn
        ? `People can choose the ${noun} again.`
        : `People can no longer choose this ${noun}. Market rounds and projects that already use it are not affected.`,
      who: [operator],
      when: subject =>
        !('active' in subject && subject.active === isOn) ||
        (isOn ? `The ${noun} is already active` : `The ${noun} is already inactive`),
      fields: {},
      effect: ({ subject }) => [{ change: 'update', kind, id: subject.id, patch: { active: isOn } }],
      done: isOn ? `People can choose the ${noun} again` : `People can no longer choose the ${noun}`,
    })
  return { list: [add], entry: [edit, turn('Deactivate', false), turn('Activate', true)] }
}
