import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import { termIn, TERMS } from '#domain/terms'

/** A word that explains itself to whoever points at it, comes to it by key, or presses it; other words stay plain. */
export const Term = ({ word }: { word: string }) => {
  const [isOpen, setOpen] = useState(false)
  const term = termIn(word)
  if (term === null) return word
  return (
    <TooltipTrigger isOpen={isOpen} onOpenChange={setOpen} delay={250} closeDelay={100}>
      <Button className="term" onPress={() => setOpen(true)}>
        {word}
      </Button>
      <Tooltip className="tooltip" offset={6}>
        {TERMS[term]}
      </Tooltip>
    </TooltipTrigger>
  )
}
