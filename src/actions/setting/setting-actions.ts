import { SETTING_LISTS, type SettingKind, type SubjectOf } from '#domain/entities'
import type { Instant } from '#domain/dates'
import { action, type Action, type Answers } from '../kit/action.ts'
import { create, update, type Change, type NewRow, type Patch } from '../kit/changes.ts'
import type { Fields } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** One settings list: what is asked of its entries. */
interface Setting<K extends SettingKind> {
  kind: K
  /** The kind within the names of its actions. */
  name: string
  /** What an entry is called. */
  noun: string
  fields: Fields
  initial?: Answers
  check?: (answers: Answers) => Record<string, string | undefined>
  /** What is kept of an entry before it is changed. */
  keeps?: (subject: SubjectOf<K>, values: Answers, at: { now: Instant; newId: () => string }) => Change[]
}

/** What can be done with a settings list and its entries. */
export interface SettingActions {
  list: readonly Action[]
  entry: readonly Action[]
}

/** Adding to a settings list, editing its entries, and taking them out of use without touching what uses them. */
export const settingActions = <K extends SettingKind>(setting: Setting<K>): SettingActions => {
  const { kind, name, noun, fields, initial, check, keeps } = setting
  const add = action<(typeof SETTING_LISTS)[SettingKind], Fields>({
    name: `Create${name}`,
    on: SETTING_LISTS[kind],
    title: `Add ${noun}`,
    who: [operator],
    fields,
    initial: () => initial ?? null,
    check,
    effect: ({ values, newId }) => [
      create(kind, { ...values, id: newId(), active: true } as unknown as NewRow<K>),
    ],
  })
  const edit = action<SettingKind, Fields>({
    name: `Update${name}`,
    on: kind,
    title: 'Edit details',
    who: [operator],
    fields,
    check,
    effect: ({ subject, values, now, newId }) => [
      ...(keeps?.(subject as SubjectOf<K>, values, { now, newId }) ?? []),
      update(kind, subject, values as Patch<K>),
    ],
  })
  const turn = (isOn: boolean) =>
    action<SettingKind, Fields>({
      name: isOn ? 'Activate' : 'Deactivate',
      on: kind,
      title: isOn ? 'Activate' : 'Deactivate',
      description: isOn
        ? `The ${noun} can be chosen again.`
        : `The ${noun} can no longer be chosen. Market rounds and projects that use it already keep it.`,
      who: [operator],
      when: ({ active }) => active !== isOn || `The ${noun} is ${isOn ? 'active' : 'inactive'} already`,
      fields: {},
      effect: ({ subject }) => [update(kind, subject, { active: isOn } as Patch<K>)],
    })
  return { list: [add], entry: [edit, turn(false), turn(true)] }
}
