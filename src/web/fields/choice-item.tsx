import { CheckIcon } from '../icons/icons.tsx'
import { ListBoxItem } from 'react-aria-components/ListBox'
import type { Choice } from '#actions/kit/fields'

/** Option of a drop-down list, ticked if it is the answer. */
export const choiceItem = (choice: Choice) => (
  <ListBoxItem id={choice.id} textValue={choice.name} className="option">
    {({ isSelected }) => (
      <>
        <span>{choice.name}</span>
        {isSelected && <CheckIcon aria-hidden="true" />}
      </>
    )}
  </ListBoxItem>
)
