import { useEffect, useRef, type RefObject } from 'react';
import { clampWindow, zoomWindow, type TimeWindow } from './layout.ts';

const ZOOM_PER_PIXEL = 0.0022;

interface WheelZoom {
  window: TimeWindow;
  extent: TimeWindow;
  lanePx: number;
  /** Distance of the bars from the left edge of the element. */
  laneLeftPx: number;
  onZoom: (window: TimeWindow) => void;
}

/** Control and wheel (or a pinch) zooms around the pointer; a sideways wheel moves along the time axis. */
export function useWheelZoom(element: RefObject<HTMLElement | null>, options: WheelZoom): void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const onWheel = (event: WheelEvent) => {
      const { window, extent, lanePx, laneLeftPx, onZoom } = latest.current;
      if (lanePx <= 0) return;
      const msPerPx = (window.toMs - window.fromMs) / lanePx;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const px = event.clientX - target.getBoundingClientRect().left - laneLeftPx;
        const atMs = window.fromMs + Math.min(Math.max(px, 0), lanePx) * msPerPx;
        onZoom(zoomWindow(window, atMs, Math.exp(event.deltaY * ZOOM_PER_PIXEL), extent));
        return;
      }
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      if (Math.abs(sideways) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return;
      event.preventDefault();
      onZoom(
        clampWindow(
          { fromMs: window.fromMs + sideways * msPerPx, toMs: window.toMs + sideways * msPerPx },
          extent,
        ),
      );
    };
    // React's wheel handlers are passive and cannot prevent the page zoom.
    target.addEventListener('wheel', onWheel, { passive: false });
    return () => target.removeEventListener('wheel', onWheel);
  }, [element]);
}
