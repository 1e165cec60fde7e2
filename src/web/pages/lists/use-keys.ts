import { useEffect, useEffectEvent, useState } from 'react'
import type { useRowSelection } from './use-row-selection.ts'

/** Handlers of the keyboard shortcuts of a list. */
interface Keys {
  step: (by: 1 | -1) => void
  toggle: (isRange: boolean) => void
  open: () => void
  /** Marks rows, in lists where rows can be marked. */
  mark?: () => void
  help: () => void
}

/** Shortcuts of every list that has any. */
export const ROW_SHORTCUTS = [
  ['j', 'Go to the next row'],
  ['k', 'Go to the previous row'],
  ['x', 'Select the row, or undo the selection'],
  ['Shift + x', 'Select all rows from the last one you selected to this one'],
] as const

const SWITCH = 'queue-keys'

/**
 * Switch for single-key shortcuts, stored in this browser: users of speech input may need them off (WCAG
 * 2.1.4).
 */
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

/** Checkbox that selects a row of a list. It has the focus while the reader is at that row. */
const boxOf = (id: string) => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)

/** Row that has the focus. */
const rowHere = <T extends { id: string }>(rows: readonly T[]): T | undefined =>
  rows.find(({ id }) => boxOf(id) === document.activeElement)

/** Moves the focus to the next or previous row; to the first if no row has it. */
export const focusAdjacentRow = (rows: readonly { id: string }[], by: 1 | -1): void => {
  const at = rows.findIndex(({ id }) => boxOf(id) === document.activeElement)
  const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]
  if (next) boxOf(next.id)?.focus()
}

/**
 * Handles j, k, x, Enter, ? and, where rows can be marked, e, while no dialog is open and no text is being
 * typed.
 */
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

/** Keyboard shortcuts for rows that can be selected, and the state of their help. */
export const useRowShortcuts = <T extends { id: string }>(
  rows: readonly T[],
  selection: ReturnType<typeof useRowSelection>,
  { open, mark }: { open: (row: T) => void; mark?: (row: T | undefined) => void },
) => {
  const [isHelping, setHelping] = useState(false)
  const [areOn, setOn] = useKeysSwitch()
  useKeys(areOn, {
    step: by => focusAdjacentRow(rows, by),
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
