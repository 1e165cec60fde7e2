import { ChevronDownIcon } from '../icons/icons.tsx'
import { Button } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { ListBox } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { choiceItem } from './choice-item.tsx'
import type { FieldProps } from './field-props.ts'

/** Choice of one from a long list, found by typing a part of its name. */
export const SearchableSelect = ({
  id,
  labelId,
  describedBy,
  isInvalid,
  shape,
  value,
  onChange,
  choices,
}: FieldProps<string>) => (
  <ComboBox
    aria-labelledby={labelId}
    aria-describedby={describedBy}
    isInvalid={isInvalid}
    menuTrigger="input"
    defaultItems={choices}
    value={value ?? null}
    onChange={key => onChange(key === null ? null : String(key))}
  >
    <Group className="input-group">
      <Input id={id} className="input" placeholder="Type to search" autoComplete="off" />
      <Button className="icon-button" aria-label={`Show all choices: ${shape.label}`}>
        <ChevronDownIcon aria-hidden="true" />
      </Button>
    </Group>
    <Popover className="popover" maxHeight={300}>
      <ListBox<{ id: string; name: string }>
        className="listbox listbox-long"
        renderEmptyState={() => <p className="option quiet">Nothing found</p>}
      >
        {choiceItem}
      </ListBox>
    </Popover>
  </ComboBox>
)
