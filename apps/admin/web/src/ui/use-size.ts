import { useCallback, useState } from 'react';

const UNMEASURED = { width: 0, height: 0 };

/** Inner size of an element in pixels; 0 before it is mounted. Measured before painting, so that nothing flashes. */
export function useSize<Measured extends HTMLElement>() {
  const [size, setSize] = useState(UNMEASURED);
  const ref = useCallback((element: Measured) => {
    const measure = () => {
      const now = roomIn(element);
      setSize((known) => (known.width === now.width && known.height === now.height ? known : now));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
}

function roomIn(element: HTMLElement): typeof UNMEASURED {
  const style = getComputedStyle(element);
  const padding = (...sides: string[]) => sides.reduce((sum, side) => sum + Number.parseFloat(side), 0);
  return {
    width: element.clientWidth - padding(style.paddingLeft, style.paddingRight),
    height: element.clientHeight - padding(style.paddingTop, style.paddingBottom),
  };
}
