// The entry of earlier versions, which their units and scripts name.
import './main.mjs';
