import { SETTING_LISTS, type SettingKind, type SubjectOf } from '#domain/entities'
import type { Instant } from '#domain/dates'
import { action, type Answers, type Named } from '../kit/action.ts'
import type { Change } from '../kit/changes.ts'
import type { Fields } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** One settings list: what is asked of its entries. */
interface Setting<K extends SettingKind, N extends string> {
  kind: K
  /** The kind within the names of its actions. */
  name: N
  /** What an entry is called. */
  noun: string
  fields: Fields
  initial?: Answers
  check?: (answers: Answers) => Record<string, string | undefined>
  /** What is kept of an entry before it is changed. */
  keeps?: (subject: SubjectOf<K>, values: Answers, at: { now: Instant; newId: () => string }) => Change[]
}

type ListOf<K extends SettingKind> = (typeof SETTING_LISTS)[K]

/** What can be done with a settings list and its entries. */
export interface SettingActions<K extends SettingKind = SettingKind, N extends string = string> {
  list: readonly Named<`Create${N}`, ListOf<K>>[]
  entry: readonly Named<`Update${N}` | 'Activate' | 'Deactivate', K>[]
}

/** Adding to a settings list, editing its entries, and taking them out of use without touching what uses them. */
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
  })
  const turn = <const A extends 'Activate' | 'Deactivate'>(verb: A, isOn: boolean) =>
    action<A, K, Fields>({
      name: verb,
      on: kind,
      title: verb,
      description: isOn
        ? `The ${noun} can be chosen again.`
        : `The ${noun} can no longer be chosen. Market rounds and projects that use it already keep it.`,
      who: [operator],
      when: subject =>
        !('active' in subject && subject.active === isOn) ||
        `The ${noun} is ${isOn ? 'active' : 'inactive'} already`,
      fields: {},
      effect: ({ subject }) => [{ change: 'update', kind, id: subject.id, patch: { active: isOn } }],
    })
  return { list: [add], entry: [edit, turn('Deactivate', false), turn('Activate', true)] }
}
