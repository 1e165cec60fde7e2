import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

/** Term that shows its explanation on hover, focus or press. */
export const TermButton = ({ word, explanation }: { word: string; explanation: string }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <TooltipTrigger isOpen={isOpen} onOpenChange={setOpen} delay={250} closeDelay={100}>
      <Button className="term" onPress={() => setOpen(true)}>
        {word}
      </Button>
      <Tooltip className="tooltip" offset={6}>
        {explanation}
      </Tooltip>
    </TooltipTrigger>
  )
}
