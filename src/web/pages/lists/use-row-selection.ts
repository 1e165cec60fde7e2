import { useRef, useState } from 'react'

/**
 * Selected rows of a list. With Shift, all rows between the last one touched and this one get the same state.
 */
export const useRowSelection = (ids: readonly string[]) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string | null>(null)
  const selected = ids.filter(id => chosen.has(id))

  const toggle = (id: string, isRange: boolean) => {
    const from = anchor.current === null ? -1 : ids.indexOf(anchor.current)
    const to = ids.indexOf(id)
    const range = isRange && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
    setChosen(before => {
      const isOn = !before.has(id)
      const after = new Set(before)
      for (const one of range) {
        if (isOn) after.add(one)
        else after.delete(one)
      }
      return after
    })
    anchor.current = id
  }
  return {
    selected,
    isSelected: (id: string) => chosen.has(id),
    toggle,
    all: () => setChosen(new Set(ids)),
    none: () => setChosen(new Set()),
  }
}
