/** The duration in milliseconds and the curve of two tokens of `style/tokens.css`, for an animation by script. */
export function motionOf(time: `--time-${string}`, ease: `--ease-${string}`): KeyframeAnimationOptions {
  const tokens = getComputedStyle(document.documentElement);
  const seconds = Number.parseFloat(tokens.getPropertyValue(time));
  return { duration: 1000 * seconds, easing: tokens.getPropertyValue(ease).trim() };
}
