import { useEffect, useEffectEvent, useState } from 'react'
import type { useRowSelection } from './use-row-selection.ts'

/** What the keys of a list of rows do. */
interface Keys {
  step: (by: 1 | -1) => void
  toggle: (isRange: boolean) => void
  open: () => void
  /** Marks, where rows can be marked. */
  mark?: () => void
  help: () => void
}

/** What the keys do in every list that has them. */
export const ROW_KEYS = [
  ['j', 'The next row'],
  ['k', 'The row before'],
  ['x', 'Select the row, or no more'],
  ['Shift + x', 'Select all rows from the last one touched to this one'],
] as const

const SWITCH = 'queue-keys'

/** Whether single keys act, as the reader has said on this browser: whoever speaks to the machine may want them off. */
const useKeysSwitch = () => {
  const [isOn, setOn] = useState(() => import.meta.env.SSR || localStorage.getItem(SWITCH) !== 'off')
  const set = (on: boolean) => {
    localStorage.setItem(SWITCH, on ? 'on' : 'off')
    setOn(on)
  }
  return [isOn, set] as const
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox'))

/** The box by which a row of a list is selected: it has the focus while the reader is at that row. */
const boxOf = (id: string) => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)

/** The row at which the reader is. */
const rowHere = <T extends { id: string }>(rows: readonly T[]): T | undefined =>
  rows.find(({ id }) => boxOf(id) === document.activeElement)

/** Moves the focus from row to row; from elsewhere to the first. */
export const stepRow = (rows: readonly { id: string }[], by: 1 | -1): void => {
  const at = rows.findIndex(({ id }) => boxOf(id) === document.activeElement)
  const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]
  if (next) boxOf(next.id)?.focus()
}

/** Listens to j, k, x, Enter, ? and, where rows can be marked, e, while no dialog is open and nothing is being typed. */
const useKeys = (isOn: boolean, { step, toggle, open, mark, help }: Keys): void => {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
    if (document.querySelector('.overlay')) return
    const { key, target } = event
    const isOnRow = target instanceof HTMLInputElement && target.dataset['row'] !== undefined
    if (key === 'Enter' ? !isOnRow : !['j', 'k', 'x', 'X', '?', ...(mark ? ['e'] : [])].includes(key)) return
    event.preventDefault()
    if (key === 'j') step(1)
    else if (key === 'k') step(-1)
    else if (key === 'Enter') open()
    else if (key === '?') help()
    else if (key === 'e') mark?.()
    else toggle(event.shiftKey)
  })
  useEffect(() => {
    if (!isOn) return undefined
    const listener = (event: KeyboardEvent) => pressed(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [isOn])
}

/** The keys of rows that can be selected, and whether their help is open. */
export const useRowKeys = <T extends { id: string }>(
  rows: readonly T[],
  selection: ReturnType<typeof useRowSelection>,
  { open, mark }: { open: (row: T) => void; mark?: (row: T | undefined) => void },
) => {
  const [isHelping, setHelping] = useState(false)
  const [areOn, setOn] = useKeysSwitch()
  useKeys(areOn, {
    step: by => stepRow(rows, by),
    toggle: isRange => {
      const row = rowHere(rows)
      if (row) selection.toggle(row.id, isRange)
    },
    open: () => {
      const row = rowHere(rows)
      if (row) open(row)
    },
    ...(mark && { mark: () => mark(rowHere(rows)) }),
    help: () => setHelping(true),
  })
  return { isHelping, setHelping, areOn, setOn }
}
