import { useEffect, useId, useRef, useState } from 'react';

/** A simulation below a card: whether it is open, the id of its panel, and the properties of the button that opens it. */
export function useSimulation(onToggle: (isOpen: boolean) => void) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const ref = useRef<HTMLButtonElement>(null);
  // The fields above it are folded: the button stays in view.
  useEffect(() => {
    if (isOpen) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const onClick = () => {
    setOpen(!isOpen);
    onToggle(!isOpen);
  };
  return { isOpen, id, button: { ref, onClick, 'aria-expanded': isOpen, 'aria-controls': id } };
}
