import type { BeautifulMentionsMenuItemProps, BeautifulMentionsMenuProps } from 'lexical-beautiful-mentions'

/** The people who can be mentioned, under the text. */
export const MentionMenu = ({ loading, ...props }: BeautifulMentionsMenuProps) => (
  <ul {...props} className="mention-menu" aria-busy={loading} />
)

/** One of them. */
export const MentionMenuItem = ({
  selected,
  item,
  itemValue,
  label,
  ...props
}: BeautifulMentionsMenuItemProps) => (
  <li {...props} className="option" data-focused={selected || undefined} data-value={itemValue || label}>
    {item.displayValue}
  </li>
)
